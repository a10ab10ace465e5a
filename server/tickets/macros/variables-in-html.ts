import { findUnfilled, unfilledWords } from '#contract/tickets/macro-variables.ts'
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

/** Refuses a message with a variable that was not filled in. */
export function refuseUnfilledVariables(html: string) {
  if (!html.includes('{{')) return
  const unfilled = textsOfHtml(html).flatMap(findUnfilled)
  if (unfilled.length > 0) throw new Refusal('variables-unfilled', { detail: unfilledWords(unfilled) })
}
