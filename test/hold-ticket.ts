import { owner } from '#test/world.ts'

/** Locks a ticket until the returned function is called, so that other transactions have to wait. */
export async function holdTicket(id: string) {
  const client = await owner.connect()
  await client.query('begin')
  await client.query('select from tickets where id = $1 for update', [id])
  return async () => {
    await client.query('commit')
    client.release()
  }
}
