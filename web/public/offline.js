// Of the pages that are shown without a network: they come back by themselves.
(() => {
  const time = document.querySelector('time[data-updated]');
  if (time) {
    const london = { timeZone: 'Europe/London' };
    const dayOf = (date) => date.toLocaleDateString('en-GB', london);
    const updated = new Date(time.dateTime);
    if (dayOf(updated) !== dayOf(new Date())) {
      const words = { weekday: 'long', day: 'numeric', month: 'long', ...london };
      time.textContent = `${updated.toLocaleDateString('en-GB', words)}, ${time.textContent}`;
    }
  }
  // A network that has just come back often needs another moment.
  let [delay, timer] = [1000];
  const later = () => {
    timer = setTimeout(lookAgain, delay);
    delay = Math.min(2 * delay, 10_000);
  };
  const lookAgain = () => {
    clearTimeout(timer);
    fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
      ({ status }) => (status < 500 ? location.reload() : later()),
      later,
    );
  };
  addEventListener('online', () => {
    delay = 1000;
    lookAgain();
  });
  later();
})();
