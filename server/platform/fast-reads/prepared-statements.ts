import { LRUCache } from 'lru-cache'
import type { PoolClient } from 'pg'

const mostTexts = 2000
const mostOfConnection = 300
const seenOnce = ''
// Maximum length of a statement that is prepared. Longer statements contain a varying number of rows, so preparing them
// would fill the memory of the server and the database.
const mostLetters = 20_000

const names = new LRUCache<string, string>({ max: mostTexts })
let named = 0

const prepared = new WeakMap<PoolClient, LRUCache<string, true>>()

/**
 * Returns the name under which the statement is prepared. Returns undefined at the first use of a text and for long
 * texts, because only repeated statements are worth preparing.
 */
export function statementName(client: PoolClient, text: string): string | undefined {
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

function preparedOf(client: PoolClient) {
  const known = prepared.get(client)
  if (known) return known
  const own = new LRUCache<string, true>({ max: mostOfConnection, dispose: (_, name) => forget(client, name) })
  prepared.set(client, own)
  return own
}

/** Deallocates a statement. Skips a text that failed to parse, because deallocating it would fail the transaction. */
function forget(client: PoolClient, name: string) {
  const { connection } = client as unknown as { connection: { parsedStatements: Record<string, string> } }
  if (!(name in connection.parsedStatements)) return
  delete connection.parsedStatements[name]
  client.query(`deallocate ${name}`).catch(() => {})
}
