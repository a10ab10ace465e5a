import { createRequire } from 'node:module'
import { createContext, Script } from 'node:vm'
import type { HLJSApi } from 'highlight.js'
import { codeLanguageOf } from '#contract/writing/document.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'

// Highlighting blocks the process, so its input and time are limited.
const limits = { characters: 20_000, charactersOfDocument: 100_000, timeMs: 250, timeOfDocumentMs: 500 }

const load = createRequire(import.meta.url)
const loaded = new Set<string>()

function loadLanguage(name: string): HLJSApi {
  const highlighter: HLJSApi = load('highlight.js/lib/core')
  if (loaded.has(name)) return highlighter
  highlighter.registerLanguage(name, load(`highlight.js/lib/languages/${name}`))
  // Compiles the rules of the language now, outside the time limit of `highlightWithin`. A timeout must not interrupt
  // the compilation.
  highlighter.highlight('', { language: name })
  loaded.add(name)
  return highlighter
}

// Code has a time limit only if it runs as a `Script` of `node:vm`. The limit also interrupts a slow regular
// expression.
const context: { run: (() => string) | null } = { run: null }
createContext(context)
const script = new Script('run()')

/**
 * Returns a function that highlights the code blocks of one document with HTML classes. Code that is too long or takes
 * too long is only escaped.
 */
export function newHighlighter() {
  let charactersLeft = limits.charactersOfDocument
  let timeLeftMs = limits.timeOfDocumentMs
  return (code: string, language: string | undefined): string => {
    const name = codeLanguageOf(language)
    if (!name || timeLeftMs < 1) return escapeHtml(code)
    if (code.length > Math.min(limits.characters, charactersLeft)) return escapeHtml(code)
    charactersLeft -= code.length
    const begun = performance.now()
    try {
      return highlightWithin(code, name, Math.min(limits.timeMs, Math.ceil(timeLeftMs)))
    } finally {
      timeLeftMs -= performance.now() - begun
    }
  }
}

function highlightWithin(code: string, language: string, timeMs: number): string {
  const highlighter = loadLanguage(language)
  context.run = () => highlighter.highlight(code, { language, ignoreIllegals: true }).value
  try {
    return script.runInContext(context, { timeout: timeMs })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return escapeHtml(code)
    throw error
  } finally {
    context.run = null
  }
}
