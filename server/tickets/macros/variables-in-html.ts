import { fillText, findUnfilled, unfilledWords } from '#contract/tickets/macro-variables.ts'
import { escapeHtml } from '#server/platform/html/escape-html.ts'
import { walkHtml } from '#server/platform/html/walk-html.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** Returns the texts between the tags of HTML. Variables in code are meant literally, so code is left out. */
export function textsOfHtml(html: string): string[] {
  const texts: string[] = []
  let codes = 0
  walkHtml(html, {
    open({ name }) {
      if (isCode(name)) codes++
    },
    text(text) {
      if (codes === 0) texts.push(text)
    },
    close(name) {
      if (isCode(name)) codes--
    },
  })
  return texts
}

const isCode = (name: string) => name === 'code' || name === 'pre'

/**
 * Replaces the variables between the tags of HTML. A value is text, never HTML. `unfilled`: the variables without a
 * value, which stay as they are.
 */
export function fillVariables(html: string, valueFor: (key: string) => string | null | undefined) {
  const parts: string[] = []
  const unfilled = new Set<string>()
  let codes = 0
  let copied = 0
  let text: { words: string; start: number } | null = null
  function endText(end: number) {
    if (text && codes === 0 && text.words.includes('{{')) {
      const pieces = fillText(text.words, valueFor)
      for (const { text, state } of pieces)
        if (state === 'missing') for (const { key } of findUnfilled(text)) unfilled.add(key)
      const words = pieces.map((piece) => escapeHtml(piece.text).replaceAll(/\r?\n/g, '<br>')).join('')
      parts.push(html.slice(copied, text.start), words)
      copied = end
    }
    text = null
  }
  walkHtml(html, {
    open({ name, start }) {
      endText(start)
      if (isCode(name)) codes++
    },
    text(words, start) {
      text = { words, start }
    },
    close(name, start) {
      endText(start)
      if (isCode(name)) codes--
    },
  })
  endText(html.length)
  return { html: [...parts, html.slice(copied)].join(''), unfilled: [...unfilled] }
}

/** Refuses a message with a variable that was not filled in. */
export function refuseUnfilledVariables(html: string) {
  if (!html.includes('{{')) return
  const unfilled = textsOfHtml(html).flatMap(findUnfilled)
  if (unfilled.length > 0) throw new Refusal('variables-unfilled', { detail: unfilledWords(unfilled) })
}
