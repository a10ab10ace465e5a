import { readFileSync } from 'node:fs'

const schema = readFileSync('database/schema.sql', 'utf8')
/**
 * Tables whose rows each belong to one workspace. Leaves out `workspaces`, because every database node has a copy of
 * it.
 */
export const tenantTables = [...schema.matchAll(/^create table app\.(\w+) \($/gm)]
  .map(([, name]) => name!)
  .filter((name) => name !== 'workspaces' && name !== 'migrations')

const table = `"?(${tenantTables.join('|')})"?`
const reading = new RegExp(`\\b(?:from|join|update|using)\\s+(?:only\\s+)?(?:app\\.)?${table}(?![\\w."(])`, 'gi')
const inserting = new RegExp(`\\binsert into\\s+(?:app\\.)?${table}\\s*\\(([^)]*)\\)`, 'gi')
const bound = /\bworkspace_id"?\s*=\s*\$\d+/g

/** Patterns of SQL that a distributed database refuses, or that could give different results on each node. */
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
 * Returns why a distributed database could not run a statement on the node of one workspace, or null. The statement
 * must compare `workspace_id` with a parameter for each table, also in subqueries.
 */
export function unroutableIn(statement: string): string | null {
  const known = judged.get(statement)
  if (known !== undefined) return known
  const reason = judge(statement)
  judged.set(statement, reason)
  return reason
}

/** Caches the result for each statement, because a server repeats few statements often. */
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
