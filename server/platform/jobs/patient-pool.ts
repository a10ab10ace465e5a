import pg from 'pg'

/** "cannot_connect_now": graphile-worker tries again after an error with this code. Other errors end the process. */
const tryAgain = '57P03'

export function connectPatiently(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, connectionTimeoutMillis: 5000, keepAlive: true })
  // A connection that dies fails the statements that wait for it. Without listeners the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    client.query = patiently(client.query.bind(client))
  })
  pool.connect = patiently(pool.connect.bind(pool))
  return pool
}

type Method = (...args: never[]) => unknown

/** Uses a callback or a promise, as the caller does. An outage gets the code for trying again. */
function patiently<F extends Method>(ask: F): F {
  const patient = (...args: Parameters<F>) => {
    const answer = ask(...args)
    return answer instanceof Promise ? answer.catch(markOutage) : answer
  }
  return patient as F
}

function markOutage(error: Error): never {
  // Classes of PostgreSQL's error codes: connection, resources, operator intervention.
  const isAnswer = error instanceof pg.DatabaseError && !/^(08|53|57)/.test(error.code ?? '')
  throw isAnswer ? error : Object.assign(error, { code: tryAgain })
}
