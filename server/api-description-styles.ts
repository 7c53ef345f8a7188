import { createHash } from 'node:crypto'

export const manualStyles = `
*,::before,::after{box-sizing:border-box}
html{scroll-padding-top:1rem;text-size-adjust:100%}
body{margin:0;background:#f6f7f8;color:#1b1f23;font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',sans-serif;overflow-wrap:anywhere}
h1,h2,h3,h4{line-height:1.25;margin:0}
h1{font-size:clamp(1.5rem,1.2rem + 1.4vw,2.125rem)}h2{font-size:1.5rem;margin:2.5rem 0 1rem}h3{font-size:1.125rem}h4{font-size:.875rem;margin:1rem 0 .25rem;color:#525a63}
p{margin:.5rem 0;max-width:72ch}
a{color:#333;text-underline-offset:2px}
:focus-visible{outline:3px solid #333;outline-offset:2px}
.skip{position:absolute;left:-999rem}.skip:focus{left:1rem;top:1rem;background:#fff;padding:.75rem 1rem;border-radius:8px}
header{background:#fff;border-bottom:1px solid #dde1e5;padding:1.5rem max(1rem,calc((100% - 72rem)/2))}
nav,main{padding:0 max(1rem,calc((100% - 72rem)/2))}
nav{padding-top:1.5rem}
details{background:#fff;border:1px solid #dde1e5;border-radius:8px;margin-bottom:.5rem;padding:0 1rem}
summary{min-height:44px;display:flex;align-items:center;font-weight:600;cursor:pointer}
summary::after{content:'+';margin-left:auto;color:#525a63}details[open]>summary::after{content:'−'}
pre{white-space:pre-wrap;margin:0 0 1rem}
nav ul{list-style:none;margin:0 0 .5rem;padding:0;columns:16rem}
nav li a{display:block;padding:.625rem 0}
article{background:#fff;border:1px solid #dde1e5;border-radius:8px;box-shadow:0 1px 2px rgb(27 31 35/6%);padding:1rem;margin-bottom:1rem}
article:target{border-color:#333;outline:2px solid #333}
h3 a{text-decoration:none}h3 a:hover{text-decoration:underline}
code,pre{font:.875rem/1.5 ui-monospace,'Cascadia Mono',Menlo,'DejaVu Sans Mono',monospace}
.line{display:flex;gap:.5rem;align-items:baseline;max-width:none}
.method{flex:none;font-weight:700;font-size:.8125rem;border:1px solid #7a828b;border-radius:4px;padding:0 .375rem}
.method.get{background:#eceef0}.method.post,.method.patch{background:#333;color:#fff;border-color:#333}.method.delete{background:#fdeceb;color:#b3261e;border-color:#b3261e}
dl{margin:0;border-top:1px solid #dde1e5}
dl div{padding:.375rem 0;border-bottom:1px solid #dde1e5}
dt{min-width:0}dd{margin:0;min-width:0}
@media (min-width:48rem){dl div{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:1rem}article{padding:1.5rem}}
@media print{nav,.skip{display:none}article{break-inside:avoid;box-shadow:none}}
`

export const manualStyleHash = createHash('sha256').update(manualStyles).digest('base64')
