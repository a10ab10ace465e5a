/** A node of a PostgreSQL plan (EXPLAIN, FORMAT JSON), reduced to what is shown. */
type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Actual Total Time': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}
export type ExplainOutput = [{ Plan: PlanNode; 'Planning Time': number; 'Execution Time': number }]

/** The steps of a plan, last step first, with their depth. */
export const condensePlan = (node: PlanNode, depth = 0): PlanStep[] => [
  {
    depth,
    node: node['Node Type'],
    relation: node['Relation Name'] ?? null,
    index: node['Index Name'] ?? null,
    rows: Math.round(node['Actual Rows'] * node['Actual Loops']),
    removed: node['Rows Removed by Filter'] ?? 0,
    milliseconds: node['Actual Total Time'] * node['Actual Loops'],
  },
  ...(node.Plans ?? []).flatMap((below) => condensePlan(below, depth + 1)),
]

export type PlanStep = {
  depth: number
  node: string
  relation: string | null
  index: string | null
  rows: number
  removed: number
  milliseconds: number
}
