import {
  AliasNode,
  AndNode,
  BinaryOperationNode,
  ColumnNode,
  type DeleteQueryNode,
  IdentifierNode,
  type InsertQueryNode,
  type JoinNode,
  type KyselyPlugin,
  OnNode,
  type OperationNode,
  OperationNodeTransformer,
  OperatorNode,
  OrNode,
  ParensNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PrimitiveValueListNode,
  type QueryId,
  RawNode,
  ReferenceNode,
  type SelectQueryNode,
  TableNode,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely'

const column = 'workspace_id'
const keyOf = (table: string) => (table === 'workspaces' ? 'id' : column)

/**
 * Adds the workspace id to the conditions and inserts of the query builder, but not to raw SQL. A distributed database
 * needs the id to find the right server.
 */
export class NameWorkspace extends OperationNodeTransformer implements KyselyPlugin {
  readonly #workspaceId: string

  constructor(workspaceId: string) {
    super()
    this.#workspaceId = workspaceId
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    return this.transformNode(node, queryId)
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    const select = super.transformSelectQuery(node, queryId)
    return { ...select, ...this.#where(select.where, select.from?.froms ?? []) }
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    const update = super.transformUpdateQuery(node, queryId)
    return { ...update, ...this.#where(update.where, [update.table!, ...(update.from?.froms ?? [])]) }
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    const deletion = super.transformDeleteQuery(node, queryId)
    return { ...deletion, ...this.#where(deletion.where, [...deletion.from.froms, ...(deletion.using?.tables ?? [])]) }
  }

  /** Adds the workspace condition to the `on` of a join. In `where` it would turn an outer join into an inner join. */
  protected override transformJoin(node: JoinNode, queryId?: QueryId): JoinNode {
    const join = super.transformJoin(node, queryId)
    const condition = this.#conditionOn(join.table)
    if (!condition) return join
    return { ...join, on: OnNode.create(join.on ? AndNode.create(inParens(join.on.on), condition) : condition) }
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const insert = super.transformInsertQuery(node, queryId)
    const { into, columns = [], values } = insert
    const isNamed = columns.some(({ column: { name } }) => name === column)
    const isOwn = into && isOfWorkspace(into) && keyOf(into.table.identifier.name) === column
    if (!isOwn || isNamed || !values || !ValuesNode.is(values)) return insert
    return {
      ...insert,
      columns: [ColumnNode.create(column), ...columns],
      values: ValuesNode.create(values.values.map((list) => this.#withWorkspace(list))),
    }
  }

  #withWorkspace(list: PrimitiveValueListNode | ValueListNode) {
    return PrimitiveValueListNode.is(list)
      ? PrimitiveValueListNode.create([this.#workspaceId, ...list.values])
      : ValueListNode.create([ValueNode.create(this.#workspaceId), ...list.values])
  }

  #where(where: WhereNode | undefined, tables: readonly OperationNode[]): { where?: WhereNode } {
    const conditions = tables.map((table) => this.#conditionOn(table)).filter((condition) => condition !== null)
    const [first, ...others] = where ? [inParens(where.where), ...conditions] : conditions
    if (!first) return {}
    return { where: WhereNode.create(others.reduce((all, one) => AndNode.create(all, one), first)) }
  }

  #conditionOn(node: OperationNode): OperationNode | null {
    const table = AliasNode.is(node) ? node.node : node
    if (!TableNode.is(table) || !isOfWorkspace(table)) return null
    const name = AliasNode.is(node) && IdentifierNode.is(node.alias) ? node.alias.name : table.table.identifier.name
    return BinaryOperationNode.create(
      ReferenceNode.create(ColumnNode.create(keyOf(table.table.identifier.name)), TableNode.create(name)),
      OperatorNode.create('='),
      ValueNode.create(this.#workspaceId),
    )
  }
}

const inParens = (node: OperationNode) => (RawNode.is(node) || OrNode.is(node) ? ParensNode.create(node) : node)

/** Returns whether a table contains data of workspaces. Tables in the schema `identity` do not. */
const isOfWorkspace = ({ table: { schema } }: TableNode) => !schema
