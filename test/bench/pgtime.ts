import pg from 'pg'
import { readFileSync } from 'node:fs'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
const dir = '/tmp/prof'
const database = await startEmbeddedPostgres({ dataDir: dir, password: 'for-benchmarks', durable: true, say: console.log })
console.log(database.url)
const planted = JSON.parse(readFileSync(dir + '/planted.json', 'utf8'))
const c = new pg.Client({ connectionString: database.url, options: '-c search_path=app,identity -c jit=off -c timezone=UTC' })
await c.connect()
const role = (await c.query(`select rolname from pg_roles where rolname like 'startup_tools_app_%'`)).rows[0].rolname
const sid = (await c.query(`select id from identity.sessions limit 1`)).rows[0].id
await c.query(`set role ${role}`)
const time = async (name: string, n: number, f: (i: number) => Promise<unknown>) => {
  for (let i = 0; i < 20; i++) await f(i)
  const pid = (await c.query('select pg_backend_pid() p')).rows[0].p
  const cpu = () => { const s = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(s[11]) + Number(s[12])) * 10 }
  const c0 = cpu(), t0 = performance.now()
  for (let i = 0; i < n; i++) await f(i)
  console.log(name.padEnd(40), `pg cpu ${(((cpu() - c0) / n) * 1000).toFixed(0)}us wall ${(((performance.now() - t0) / n) * 1000).toFixed(0)}us`)
}
const w = planted.workspaceId
const id = (i: number) => planted.ticketIds[(i * 7919) % planted.ticketIds.length]
await time('select 1', 2000, () => c.query('select 1'))
await time('begin; select 1', 2000, async () => { await c.query('begin; select 1'); await c.query('commit') })
await time('begin; enter; commit', 2000, async () => { await c.query(`begin; select * from enter_session('${sid}')`); await c.query('commit') })
await time('begin; wall_into; commit', 2000, async () => { await c.query(`begin; select wall_into('${w}')`); await c.query('commit') })
await c.query(`begin; select * from enter_session('${sid}')`)
await time('bare query prepared', 2000, (i) => c.query({ name: 'b', text: 'select id, number, subject, status, created_at from tickets where workspace_id = $1 and id = $2', values: [w, id(i)] }))
const card = (cond: string) => `select t.id, t.number, t.subject, t.status, t.priority, t.type, t.assignee_id, t.requester_id, t.tags, t.sort_key,
 (select json_build_object('id', c.id, 'name', c.name, 'email', coalesce(e.address, '')) from customers c left join customer_emails e on e.workspace_id = $1 and e.customer_id = c.id and e.is_primary where c.workspace_id = $1 and c.id = t.requester_id) as requester,
 (select json_build_object('id', m.id, 'name', trim(m.name || ' ' || m.surname), 'email', m.email) from members m where m.workspace_id = $1 and m.id = t.assignee_id) as assignee,
 (select coalesce(json_agg(json_build_object('id', k.id, 'name', k.name, 'email', k.address) order by k.address), '[]') from (select c.id, c.name, e.address from ticket_copies k join customers c on c.workspace_id = $1 and c.id = k.customer_id join customer_emails e on e.workspace_id = $1 and e.customer_id = k.customer_id and e.is_primary where k.workspace_id = $1 and k.ticket_id = t.id) k) as cc,
 t.last_customer_seq > coalesce((select r.seq from ticket_reads r where r.workspace_id = $1 and r.ticket_id = t.id and r.member_id = $3), 0) as is_unread
 from (select tickets.*, updated_at::text as sort_key from tickets where workspace_id = $1 and ${cond}) t`
const m = (await c.query('select id from members limit 1')).rows[0].id
await time('card any()', 1000, (i) => c.query({ name: 'c1', text: card('id = any($2::uuid[])'), values: [w, [id(i)], m] }))
await time('card =', 1000, (i) => c.query({ name: 'c2', text: card('id = $2'), values: [w, id(i), m] }))
await c.query('commit')
await c.query(`set plan_cache_mode = force_generic_plan`)
await c.query(`begin; select * from enter_session('${sid}')`)
await time('card any() generic', 1000, (i) => c.query({ name: 'c3', text: card('id = any($2::uuid[])') + ' ', values: [w, [id(i)], m] }))
await c.query('commit')
await c.query(`set plan_cache_mode = force_custom_plan`)
await c.query(`begin; select * from enter_session('${sid}')`)
await time('card = custom', 1000, (i) => c.query({ name: 'c4', text: card('id = $2') + '  ', values: [w, id(i), m] }))
await c.query('commit')
await c.end()
await database.stop()
