import { readFileSync } from 'node:fs'

const schema = readFileSync('database/schema.sql', 'utf8')
/** Tables whose rows are of one workspace each. The workspaces themselves are known to every node. */
const tenantTables = [...schema.matchAll(/^create table app\.(\w+) \($/gm)]
  .map(([, name]) => name!)
  .filter((name) => name !== 'workspaces' && name !== 'migrations')

const reading = new RegExp(
  `\\b(?:from|join|update|using)\\s+(?:only\\s+)?"?(${tenantTables.join('|')})"?(?![\\w."(])`,
  'gi',
)
const inserting = new RegExp(`\\binsert into\\s+"?(${tenantTables.join('|')})"?\\s*\\(([^)]*)\\)`, 'gi')
const bound = /\bworkspace_id"?\s*=\s*\$\d+/g

/**
 * What a distributed database could not send to the one place where a workspace's rows lie: a table that a statement
 * names without the workspace as a bound value. Null for a statement that names it for each.
 */
export function unroutedIn(statement: string): string | null {
  const text = statement.replace(/'[^']*'/g, "''")
  const read = [...text.matchAll(reading)].map(([, name]) => name!)
  const named = text.match(bound)?.length ?? 0
  if (named < read.length) return `${read.join(', ')}: ${named} of ${read.length} with their workspace`
  const blind = [...text.matchAll(inserting)].find(([, , columns]) => !/\bworkspace_id\b/.test(columns!))
  return blind ? `a row of ${blind[1]} without its workspace` : null
}
