import { execSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync, chmodSync, readdirSync } from 'node:fs'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { load, type Target } from './load.ts'
import { plant } from './plant.ts'
const dir = process.env.PROF_DIR ?? '/tmp/prof'
const count = Number(process.env.BENCH_TICKETS ?? 50000)
const port = Number(process.env.PROF_PORT ?? 4491)
mkdirSync(dir, { recursive: true }); chmodSync(dir, 0o711)
const database = await startEmbeddedPostgres({ dataDir: dir, password: 'for-benchmarks', durable: true, say: console.log })
const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: dir + '/product', DATABASE_URL: database.url, PORT: String(port), INBOUND_SMTP_PORT: String(port + 2), RATE_LIMITS: 'relaxed', AVATAR_URL: 'off', LOG_LEVEL: process.env.PLOG ?? 'error' }
const profArgs = process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir', dir, '--cpu-prof-name', 'p.cpuprofile'] : []
const product = spawn(process.execPath, [...profArgs, 'server/main.ts'], { env, stdio: ['ignore', process.env.PLOG ? 'inherit' : 'ignore', 'inherit'] })
const bare = spawn(process.execPath, ['test/bench/bare.ts', database.url, String(port + 1)], { env, stdio: ['ignore', process.env.PLOG ? 'inherit' : 'ignore', 'inherit'] })
const wait = async (p: number, path: string) => { for (let i = 0; i < 600; i++) { const a = await load({ name: 'w', port: p, host: '127.0.0.1', next: () => ({ method: 'GET', path }) }, { inFlight: 1, count: 1 }).catch(() => null); if (a && a.failures === 0) return; await new Promise((r) => setTimeout(r, 100)) } throw new Error('no ' + p) }
try {
  await wait(port, '/readyz')
  const file = dir + '/planted.json'
  let planted: any
  if (!existsSync(file)) { planted = await plant({ databaseUrl: database.url, port, ticketCount: count }); writeFileSync(file, JSON.stringify(planted)) }
  else {
    planted = JSON.parse(readFileSync(file, 'utf8'))
    const { Client } = await import('pg'); const { createHash, randomBytes } = await import('node:crypto')
    const c = new Client({ connectionString: database.url, options: '-c search_path=app,identity' }); await c.connect()
    const fresh = randomBytes(32).toString('base64url')
    const m = (await c.query('select id from members where workspace_id = $1 limit 1', [planted.workspaceId])).rows[0].id
    const sid = (await c.query(`insert into sessions (id, account_id, idle_expires_at, absolute_expires_at) values (gen_random_uuid(), $1, now() + interval '14 days', now() + interval '30 days') returning id`, [m])).rows[0].id
    await c.query('insert into refresh_tokens (hash, session_id) values ($1, $2)', [createHash('sha256').update(fresh).digest(), sid]); await c.end()
    let answer = ''
    await load({ name: 's', port, host: 'api.startuptools.localhost', next: () => ({ method: 'POST', path: '/api/StartupToolsIdentity/refresh-token', body: { refreshToken: fresh } }), onBody: (b) => (answer = b) }, { inFlight: 1, count: 1 })
    planted.token = JSON.parse(answer).accessToken
    writeFileSync(file, JSON.stringify(planted))
  }
  await wait(port + 1, `/${planted.workspaceId}/${planted.ticketIds[0]}`)
  let n = 0
  const id = () => planted.ticketIds[(n += 7919) % planted.ticketIds.length]
  const api = { port, host: 'api.startuptools.localhost', token: planted.token }
  const page = { port, host: `${planted.domain}.startuptools.localhost:${port}`, cookie: `access_token=${planted.token}` }
  const g = (path: () => string) => () => ({ method: 'GET', path: path() })
  const all: Record<string, Target> = {
    bare: { name: 'bare', port: port + 1, host: 'x', next: g(() => `/${planted.workspaceId}/${id()}`) },
    list: { ...api, name: 'list', next: g(() => '/api/v1/tickets?view=active&limit=25') },
    ticket: { ...api, name: 'ticket', next: g(() => `/api/v1/tickets/${id()}`) },
    conversation: { ...api, name: 'conversation', next: g(() => `/api/v1/tickets/${id()}/messages`) },
    search: { ...api, name: 'search', next: g(() => `/api/v1/tickets?q=${['invoice', 'export', 'holiday'][n++ % 3]}`) },
    views: { ...api, name: 'views', next: g(() => '/api/v1/ticket-views') },
    dlist: { ...page, name: 'dlist', next: g(() => '/service/tickets.data') },
    dticket: { ...page, name: 'dticket', next: g(() => `/service/tickets/${id()}.data`) },
    plist: { ...page, name: 'plist', next: g(() => '/service/tickets') },
    pticket: { ...page, name: 'pticket', next: g(() => `/service/tickets/${id()}`) },
  }
  const cpu = (pid: number) => { const s = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(s[11]) + Number(s[12])) * 10 }
  const pgPids = () => { const m = Number(readFileSync(execSync(`find ${dir} -name postmaster.pid`).toString().trim(), 'utf8').split('\n')[0]); return [m, ...readdirSync('/proc').filter((p) => /^\d+$/.test(p)).map(Number).filter((p) => { try { return readFileSync(`/proc/${p}/stat`, 'utf8').split(') ')[1]!.split(' ')[1] === String(m) } catch { return false } })] }
  const pgCpu = () => pgPids().reduce((s, p) => { try { return s + cpu(p) } catch { return s } }, 0)
  const names = process.argv.slice(2).length ? process.argv.slice(2) : Object.keys(all)
  const size = (n: string) => (n === 'bare' ? 6000 : n.startsWith('p') ? 300 : n.startsWith('d') ? 1000 : 2000)
  let b: any
  for (const name of ['bare', ...names.filter((x) => x !== 'bare')]) {
    const t = all[name]!
    await load(t, { inFlight: 32, count: size(name) / 5 })
    const pid = name === 'bare' ? bare.pid! : product.pid!
    const [n0, p0] = [cpu(pid), pgCpu()]
    const m = await load(t, { inFlight: 32, count: size(name) })
    const [n1, p1] = [cpu(pid), pgCpu()]
    if (name === 'bare') b = m
    console.log(`${name.padEnd(14)} ${m.requestsPerSecond.toFixed(0).padStart(7)}/s  p50 ${m.p50.toFixed(1)} p95 ${m.p95.toFixed(1)}  node ${(((n1 - n0) / size(name)) * 1000).toFixed(0)}us pg ${(((p1 - p0) / size(name)) * 1000).toFixed(0)}us  ratio ${(m.requestsPerSecond / b.requestsPerSecond).toFixed(4)} failed ${m.failures}`)
  }
} finally {
  product.kill('SIGTERM'); bare.kill('SIGTERM')
  await new Promise((r) => product.once('exit', r))
  await database.stop()
}
