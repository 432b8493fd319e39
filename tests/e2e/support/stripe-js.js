// Replaces Stripe.js in browser tests: the same functions, plain fields in the page instead of
// frames, and calls to Stripe's API that the test passes to its local server.
(() => {
  const api = 'https://api.stripe.com/v1/payment_intents';
  const idOf = (secret) => secret.split('_secret_')[0];

  async function ask(key, secret, action, more = {}) {
    const body = new URLSearchParams({ key, client_secret: secret, ...more });
    const path = action ? `${idOf(secret)}/${action}` : idOf(secret);
    const response = await fetch(`${api}/${path}`, { method: 'POST', body });
    const answer = await response.json();
    return answer.error ? { error: answer.error } : { paymentIntent: answer };
  }

  /** The bank's frame, above the whole page. */
  function challenge() {
    return new Promise((resolve) => {
      const frame = document.createElement('div');
      frame.style.cssText = 'position:fixed;inset:20% 20%;background:white;z-index:2147483647';
      for (const [name, passed] of [
        ['Complete authentication', true],
        ['Fail authentication', false],
      ]) {
        const button = document.createElement('button');
        button.textContent = name;
        button.addEventListener('click', () => {
          frame.remove();
          resolve(passed);
        });
        frame.append(button);
      }
      document.body.append(frame);
    });
  }

  class PaymentElement {
    constructor(options) {
      this.options = options;
      this.listeners = {};
    }
    on(name, listener) {
      this.listeners[name] = listener;
      return this;
    }
    off() {
      return this;
    }
    once(name, listener) {
      return this.on(name, listener);
    }
    mount(place) {
      const label = document.createElement('label');
      label.textContent = 'Card number';
      this.input = document.createElement('input');
      this.input.style.cssText = 'display:block;width:100%;border:2px solid;padding:0.5rem';
      label.append(this.input);
      place.append(label);
      this.place = place;
      window.stripeElement = this;
      if (!window.holdStripe) setTimeout(() => this.listeners.ready?.({ elementType: 'payment' }));
    }
    update() {}
    destroy() {
      this.place?.replaceChildren();
    }
    unmount() {
      this.destroy();
    }
  }

  window.Stripe = (key) => ({
    elements: (options) => {
      window.stripeOptions = options;
      const created = [];
      return {
        secret: options.clientSecret,
        create: (type, own) => {
          const element = new PaymentElement(own);
          created.push(element);
          return element;
        },
        getElement: () => created[0] ?? null,
        update: () => {},
        submit: async () => ({}),
        card: () => created.at(-1)?.input.value.replaceAll(' ', '') ?? '',
      };
    },
    confirmPayment: async ({ elements, confirmParams, redirect }) => {
      window.stripeConfirmed = [...(window.stripeConfirmed ?? []), { confirmParams, redirect }];
      const email = confirmParams.payment_method_data?.billing_details.email ?? '';
      const result = await ask(key, elements.secret, 'confirm', { card: elements.card(), email });
      if (result.paymentIntent?.status !== 'requires_action') return result;
      const passed = await challenge();
      return passed ? ask(key, elements.secret, 'authenticate', { email }) : result;
    },
    retrievePaymentIntent: (secret) => ask(key, secret),
    createToken: async () => ({}),
    createPaymentMethod: async () => ({}),
    confirmCardPayment: async () => ({}),
  });
  window.Stripe.version = 'endive';
})();
