/**
 * The style of the page, in the site's own colours; the site's stylesheet has little of use here.
 */
export const docsStyle = `
:root{color-scheme:light dark;--paper:#fbf5e9;--card:#fffdf7;--sunken:#f3ead8;--ink:#14231b;--muted:#52615a;--line:#e2d6bf;--deep:#0e4f39;--hall:#0e4f39;--on-hall:#fdf8ec;--post:#84500a;--change:#1d4a80;--delete:#9b2c1c}
@media(prefers-color-scheme:dark){:root{--paper:#0f1b15;--card:#18281f;--sunken:#22342b;--ink:#f1eadb;--muted:#aab6aa;--line:#31443a;--deep:#8ed3ab;--hall:#093828;--post:#f4b94a;--change:#9cc4f5;--delete:#ff9d8a}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
header{background:var(--hall);border-bottom:4px solid #f4a91c;padding:.5rem max(1rem,(100% - 90rem)/2)}
header a{display:inline-block;padding:.5rem 0;color:var(--on-hall);font-weight:700;font-size:1.25rem;text-decoration:none}
a{color:var(--deep)}
:focus-visible{outline:3px solid var(--deep);outline-offset:2px;border-radius:2px}
header :focus-visible{outline-color:#f4a91c}
#calls:focus{outline:none}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:1rem;padding:.5rem 1rem;background:var(--card);z-index:1}
main{max-width:92rem;margin:0 auto;padding:0 1rem 4rem}
.contents{padding:1.5rem 0 0}
.contents ul{margin:0;padding:0;list-style:none}
.contents>ul{columns:15rem;column-gap:1.5rem}
.contents>ul>li{break-inside:avoid;padding-bottom:.75rem}
.contents a{display:block;padding:.25rem 0;text-decoration:none}
.contents a:hover{text-decoration:underline}
.contents .of-chapter{font-weight:700;color:var(--ink)}
.contents ul ul{padding-left:.75rem;border-left:2px solid var(--line);font-size:.9375rem}
h1{margin:1.5rem 0 .5rem;font-size:clamp(1.75rem,6vw,2.5rem);line-height:1.15}
h2{margin:2.5rem 0 .5rem;font-size:clamp(1.375rem,5vw,1.75rem);line-height:1.2}
h3{margin:3rem 0 .25rem;font-size:1.3125rem;line-height:1.3}
h4{margin:0 0 .25rem;font-size:1.125rem;line-height:1.4}
h5{margin:1.25rem 0 .25rem;font-size:.875rem;color:var(--muted)}
p,ul{margin:0 0 .75rem;max-width:72ch;text-wrap:pretty}
.lead{font-size:1.125rem}
.intro h2{font-size:1.3125rem;margin-top:2rem}
.intro ul:not(.codes){padding-left:1.25rem}
.intro pre{max-width:72ch}
.chapter{margin-top:3.5rem;padding-top:1.5rem;border-top:4px solid var(--line)}
.chapter>h2{margin-top:0}
.index{max-width:none;margin:.75rem 0 1.5rem;padding:0;list-style:none;border-bottom:1px solid var(--line)}
.index li{display:grid;gap:0 1rem;padding:.5rem 0;border-top:1px solid var(--line)}
.index a{padding:.125rem 0;font-weight:600}
article{margin:0 0 1.25rem;padding:clamp(1rem,4vw,1.5rem);background:var(--card);border:1px solid var(--line);border-radius:.75rem}
article:target{border-color:var(--deep);box-shadow:0 0 0 1px var(--deep)}
.address{margin:0 0 .5rem}
.facts,.inline,.codes{padding:0;list-style:none}
.facts,.inline{display:flex;flex-wrap:wrap;gap:.375rem .75rem}
.facts li{padding:0 .625rem;border:1px solid var(--line);border-radius:1rem;font-size:.8125rem;color:var(--muted)}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875em}
pre{margin:.25rem 0 .75rem;padding:.75rem 1rem;background:var(--sunken);border-radius:.5rem;white-space:pre-wrap;line-height:1.5}
pre code{font-size:.8125rem}
dl{margin:.25rem 0}
dl>div{padding:.375rem 0;border-top:1px solid var(--line)}
dl>div:first-child{border-top:0}
dt{font-weight:600}
dd{margin:0}
dl dl{margin-left:.75rem;padding-left:.75rem;border-left:2px solid var(--line)}
small{color:var(--muted);font-size:.8125rem;font-weight:400}
.sides h5:first-child{margin-top:.5rem}
.method{font:700 .8125rem/1 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--deep)}
.post{color:var(--post)}.put,.patch{color:var(--change)}.delete{color:var(--delete)}
.codes{columns:16rem}
@media(min-width:40rem){dl>div{display:grid;grid-template-columns:minmax(8rem,12rem) minmax(0,1fr);gap:0 1rem}dl dl>div{grid-template-columns:minmax(6rem,9rem) minmax(0,1fr)}dl dl dl>div{grid-template-columns:minmax(0,1fr)}.index li{grid-template-columns:minmax(0,1fr) minmax(0,1fr) 5rem;align-items:baseline}}
@media(min-width:60rem){.frame{display:grid;grid-template-columns:14rem minmax(0,1fr);gap:0 2.5rem}.intro,#calls{grid-column:2}.contents>ul{columns:auto}.contents{grid-column:1;grid-row:1/3;position:sticky;top:0;max-height:100vh;overflow-y:auto;align-self:start;padding-bottom:1.5rem}}
@media(min-width:75rem){.sides{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,26rem);gap:2rem}.sides>div>dl>div{grid-template-columns:minmax(7rem,10rem) minmax(0,1fr)}.sides dl dl>div{grid-template-columns:minmax(0,1fr)}.examples{position:sticky;top:1rem;align-self:start}}
@media print{.contents,.skip{display:none}article{break-inside:auto}h2,h3,h4,h5,.address{break-after:avoid}pre,dl>div,.index li{break-inside:avoid}.chapter{break-before:page}.examples{position:static}}`;
