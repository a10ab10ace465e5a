import type { LanguageFn } from 'highlight.js'
import highlighter from 'highlight.js/lib/core'
import type { CodeLanguage } from '#contract/writing/document.ts'
import type { Line } from './code-ink.tsx'
import type { ColourRequest } from './colour-code.ts'

const languages: Record<CodeLanguage, () => Promise<{ default: LanguageFn }>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  go: () => import('highlight.js/lib/languages/go'),
  graphql: () => import('highlight.js/lib/languages/graphql'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  lua: () => import('highlight.js/lib/languages/lua'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  nginx: () => import('highlight.js/lib/languages/nginx'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  python: () => import('highlight.js/lib/languages/python'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  scss: () => import('highlight.js/lib/languages/scss'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
}

self.onmessage = async ({ data: { text, language } }: MessageEvent<ColourRequest>) => {
  if (!highlighter.getLanguage(language)) highlighter.registerLanguage(language, (await languages[language]()).default)
  self.postMessage('ready')
  self.postMessage(linesOfHtml(highlighter.highlight(text, { language, ignoreIllegals: true }).value))
}

const parts = /<span class="([^"]*)">|<\/span>|\n|[^<\n]+/g
const letters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }
const read = (html: string) => html.replace(/&(?:amp|lt|gt|quot|#x27);/g, (written) => letters[written]!)

/** Splits the output of highlight.js into lines. A token that spans several lines gets its classes in each line. */
function linesOfHtml(html: string): Line[] {
  const lines: Line[] = [[]]
  const open: string[] = []
  for (const [part, look] of html.matchAll(parts)) {
    if (look !== undefined) open.push(look)
    else if (part === '</span>') open.pop()
    else if (part === '\n') lines.push([])
    else lines.at(-1)!.push({ text: read(part), look: open.join(' ') })
  }
  return lines
}
