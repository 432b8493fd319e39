/** In the site's own colours; without its stylesheet, which has nothing else of use here. */
export const style = `
:root{color-scheme:light dark;--paper:#fbf5e9;--card:#fffdf7;--sunken:#f3ead8;--ink:#14231b;--muted:#52615a;--line:#e2d6bf;--deep:#0e4f39;--hall:#0e4f39;--on-hall:#fdf8ec;--post:#84500a;--change:#1d4a80;--delete:#9b2c1c}
@media(prefers-color-scheme:dark){:root{--paper:#0f1b15;--card:#18281f;--sunken:#22342b;--ink:#f1eadb;--muted:#aab6aa;--line:#31443a;--deep:#8ed3ab;--hall:#093828;--post:#f4b94a;--change:#9cc4f5;--delete:#ff9d8a}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
header{background:var(--hall);border-bottom:4px solid #f4a91c;padding:.5rem max(1rem,(100% - 76rem)/2)}
header a{display:inline-block;padding:.5rem 0;color:var(--on-hall);font-weight:700;font-size:1.25rem;text-decoration:none}
a{color:var(--deep)}
:focus-visible{outline:3px solid var(--deep);outline-offset:2px;border-radius:2px}
header :focus-visible{outline-color:#f4a91c}
#calls:focus{outline:none}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;padding:.5rem 1rem;background:var(--card);z-index:1}
main{max-width:76rem;margin:0 auto;padding:0 1rem 4rem}
.contents{padding:1.5rem 0 0}
.contents ul{margin:0;padding:0;list-style:none}
.contents>ul{columns:9rem}
.inline{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}
.contents a,.contents summary{display:block;padding:.375rem 0;text-decoration:none}
.contents summary{display:list-item;list-style-position:inside;cursor:pointer;font-weight:600}
.contents ul ul{padding:0 0 .5rem 1rem;font-size:.8125rem}
.contents a:hover,.contents summary:hover{text-decoration:underline}
h1{margin:1.5rem 0 .5rem;font-size:clamp(1.75rem,6vw,2.5rem);line-height:1.15}
h2{margin:3rem 0 1rem;padding-top:.5rem;font-size:clamp(1.375rem,5vw,1.75rem);line-height:1.2}
h3{margin:0 0 .5rem;font-size:1.0625rem;line-height:1.4}
h4{margin:1.25rem 0 .25rem;font-size:.9375rem}
p,ul{margin:0 0 .75rem;max-width:72ch}
.lead{font-size:1.125rem}
article{margin:0 0 1.25rem;padding:clamp(1rem,4vw,1.5rem);background:var(--card);border:1px solid var(--line);border-radius:.75rem}
article:target{border-color:var(--deep);box-shadow:0 0 0 1px var(--deep)}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875em}
pre{margin:.5rem 0;padding:.75rem 1rem;background:var(--sunken);border-radius:.5rem;white-space:pre-wrap;line-height:1.5}
pre code{font-size:.8125rem}
dl{margin:.25rem 0}
dl>div{padding:.375rem 0;border-top:1px solid var(--line)}
dl>div:first-child{border-top:0}
dt{font-weight:600}
dd{margin:0}
dl dl{margin-left:.75rem;padding-left:.75rem;border-left:2px solid var(--line)}
small,.facts{color:var(--muted)}
small{font-size:.8125rem;font-weight:400}
details{margin:.5rem 0}
summary{cursor:pointer;padding:.25rem 0}
.method{font:700 .8125rem/1 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--deep)}
.contents .method{font-size:.6875rem}
.post{color:var(--post)}.put,.patch{color:var(--change)}.delete{color:var(--delete)}
.codes{columns:16rem;padding:0;list-style:none}
@media(min-width:40rem){dl>div{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:0 1rem}dl dl>div{grid-template-columns:minmax(6rem,10rem) 1fr}}
@media(min-width:60rem){.frame{display:grid;grid-template-columns:16rem minmax(0,1fr);gap:3rem}.contents>ul{columns:auto}.contents{position:sticky;top:0;max-height:100vh;overflow-y:auto;align-self:start;padding-bottom:1.5rem}}
@media print{.contents,.skip{display:none}article{break-inside:avoid}}`;
