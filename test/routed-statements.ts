import { readFileSync } from 'node:fs'

const schema = readFileSync('database/schema.sql', 'utf8')
/** Tables whose rows are of one workspace each. The workspaces themselves are known to every node. */
export const tenantTables = [...schema.matchAll(/^create table app\.(\w+) \($/gm)]
  .map(([, name]) => name!)
  .filter((name) => name !== 'workspaces' && name !== 'migrations')

const table = `"?(${tenantTables.join('|')})"?`
const reading = new RegExp(`\\b(?:from|join|update|using)\\s+(?:only\\s+)?(?:app\\.)?${table}(?![\\w."(])`, 'gi')
const inserting = new RegExp(`\\binsert into\\s+(?:app\\.)?${table}\\s*\\(([^)]*)\\)`, 'gi')
const bound = /\bworkspace_id"?\s*=\s*\$\d+/g

/** What a distributed database refuses, or would do differently on each of its nodes. */
const unshippable: [RegExp, string][] = [
  [
    /\bupdate\b.*\b(clock_timestamp|timeofday|random|gen_random_uuid|uuidv7|nextval)\(/is,
    'a volatile function in UPDATE',
  ],
  [/\bcoalesce\([^()]*\bnow\(\)/i, 'now() inside coalesce'],
  [/\bcase\b(?:(?!\bend\b).)*\bnow\(\)/is, 'now() inside case'],
  [/\bdo update set\b.*\bnow\(\)/is, 'now() inside DO UPDATE'],
  [
    /\b(?:join|,)\s*search_\w+\(|\bsearch_\w+\([^;]*\)\s+\w*\s*(?:join|,\s*\w+\s+\w+\s+where)\b/i,
    'a function that is joined',
  ],
  [/\bidentity\.\w+.*\bapp\.\w+|\bapp\.\w+.*\bidentity\.\w+/is, 'identity and a workspace in one statement'],
]

/**
 * Why a distributed database could not answer a statement at the one place where a workspace's rows lie, or null. Each
 * table of a workspace has to be named with the workspace as a bound value, in sub-selects too.
 */
export function unroutableIn(statement: string): string | null {
  const known = judged.get(statement)
  if (known !== undefined) return known
  const reason = judge(statement)
  judged.set(statement, reason)
  return reason
}

/** What was found of each statement: a server has few, and sends them often. */
const judged = new Map<string, string | null>()

function judge(statement: string): string | null {
  const text = statement.replace(/'[^']*'/g, "''")
  const read = [...text.matchAll(reading)].map(([, name]) => name!)
  const inserted = [...text.matchAll(inserting)]
  if (read.length + inserted.length === 0) return null
  const named = text.match(bound)?.length ?? 0
  if (named < read.length) return `${read.join(', ')}: ${named} of ${read.length} with their workspace`
  const blind = inserted.find(([, , columns]) => !/\bworkspace_id\b/.test(columns!))
  if (blind) return `a row of ${blind[1]} without its workspace`
  return unshippable.find(([pattern]) => pattern.test(text))?.[1] ?? null
}
