import { LRUCache } from 'lru-cache'
import type { ClientBase } from 'pg'

const mostTexts = 2000
const mostOfConnection = 300
const seenOnce = ''
// Maximum length of a prepared statement. Longer ones differ in their number of rows, so each would be stored anew.
const mostLetters = 20_000

const names = new LRUCache<string, string>({ max: mostTexts })
let named = 0

const prepared = new WeakMap<ClientBase, LRUCache<string, true>>()

/** Returns the name under which the statement is prepared. Undefined for long texts and at the first use of a text. */
export function statementName(client: ClientBase, text: string): string | undefined {
  const name = nameOf(text)
  if (!name) return undefined
  preparedOf(client).set(name, true)
  return name
}

function nameOf(text: string): string {
  if (text.length > mostLetters) return seenOnce
  const known = names.get(text)
  if (known) return known
  if (known === seenOnce) named += 1
  const name = known === undefined ? seenOnce : `s${named}`
  names.set(text, name)
  return name
}

function preparedOf(client: ClientBase) {
  const known = prepared.get(client)
  if (known) return known
  const own = new LRUCache<string, true>({ max: mostOfConnection, dispose: (_, name) => forget(client, name) })
  prepared.set(client, own)
  return own
}

/** Deallocates a statement. Skips a text that failed to parse, because deallocating it would fail the transaction. */
function forget(client: ClientBase, name: string) {
  const { parsedStatements } = client.connection
  if (!(name in parsedStatements)) return
  delete parsedStatements[name]
  client.query(`deallocate ${name}`).catch(() => {})
}
