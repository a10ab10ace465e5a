import pg from 'pg'

/** "cannot_connect_now": what failed with this code graphile-worker tries again, and over any other the process ends. */
const tryAgain = '57P03'

/** Connections of the workers: a database that goes away is waited for, with whatever was to be written down. */
export function connectPatiently(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, connectionTimeoutMillis: 5000, keepAlive: true })
  // A connection that dies, idle or in use, fails what waits for it; without listeners it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    client.query = patiently(client.query.bind(client))
  })
  pool.connect = patiently(pool.connect.bind(pool))
  return pool
}

type Method = (...args: never[]) => unknown

/** Calls back or answers by a promise, as it was asked; an answer that is an outage bears the code for it. */
function patiently<F extends Method>(ask: F): F {
  const patient = (...args: Parameters<F>) => {
    const asked = ask(...args)
    return asked instanceof Promise ? asked.catch(markOutage) : asked
  }
  return patient as F
}

function markOutage(error: Error): never {
  // Classes of PostgreSQL's codes: connection, resources, operator intervention.
  const isAnswer = error instanceof pg.DatabaseError && !/^(08|53|57)/.test(error.code ?? '')
  throw isAnswer ? error : Object.assign(error, { code: tryAgain })
}
