import { owner } from '#test/world.ts'

/** Holds a ticket until it is let go, so that whoever else wants it has to wait. */
export async function holdTicket(id: string) {
  const client = await owner.connect()
  await client.query('begin')
  await client.query('select from tickets where id = $1 for update', [id])
  return async () => {
    await client.query('commit')
    client.release()
  }
}
