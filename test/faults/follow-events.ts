import { type ClientRequest, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Company } from './found-company.ts'
import type { Site } from './site.ts'

/** Listens to the live stream as a browser does. After a break, it reconnects and sends the id of the last event. */
export function followEvents(site: Site, company: Company) {
  const heard = new Set<string>()
  let lastEventId = ''
  let resumes = -1
  let isStopping = false
  let current: ClientRequest | null = null

  const listen = () =>
    new Promise<void>((resolve) => {
      const headers = {
        host: 'api.startuptools.localhost',
        authorization: `Bearer ${company.token}`,
        ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
      }
      current = request({ host: '127.0.0.1', port: site.port, path: '/api/v1/events', headers }, (response) => {
        if (response.statusCode === 200) resumes += 1
        let rest = ''
        response.setEncoding('utf8').on('data', (text: string) => {
          const blocks = (rest + text).split('\n\n')
          rest = blocks.pop()!
          for (const block of blocks) read(block)
        })
        response.on('close', resolve).on('error', () => resolve())
      })
      current.on('error', () => resolve())
      current.end()
    })

  const read = (block: string) => {
    const id = /^id: (.*)$/m.exec(block)?.[1]
    if (!id) return
    lastEventId = id
    heard.add(id)
  }

  const running = (async () => {
    while (!isStopping) {
      await listen()
      await sleep(100)
    }
  })()

  return {
    resumes: () => resumes,
    /**
     * Counts the events of the workspace that the stream never sent. Waits first, because a sweep sends the last events
     * within seconds.
     */
    async countUnheard() {
      await sleep(6000)
      isStopping = true
      current?.destroy()
      await running
      const rows = await site.query<{ id: string }>(
        'select id from live_events where workspace_id = $1 and member_id is null',
        [company.id],
      )
      return rows.filter(({ id }) => !heard.has(id)).length
    },
  }
}
