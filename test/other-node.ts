import { onTestFinished } from 'vitest'
import { createApp } from '#server/app.ts'
import { countKeyCalls } from '#server/platform/api-keys/key-calls.ts'
import { inWorkspace } from '#server/platform/database.ts'
import { createEventHub } from '#server/platform/events/live-events.ts'
import { createKeyCache } from '#server/platform/fast-reads/key-cache.ts'
import type { App } from '#server/platform/http/platform.ts'
import { addCalls } from '#server/workspace/api-keys/count-calls.ts'
import { callOf } from '#test/own-app.ts'
import { databaseUrl, platform } from '#test/world.ts'

/** Starts another server on the same database, like another process of the installation. */
export async function otherNode(addEndpoints: (app: App) => void = () => {}) {
  const hub = createEventHub({ url: databaseUrl.app, app: platform.app, log: platform.log })
  await hub.start()
  const keyCache = createKeyCache(hub, platform.reader)
  const keyCalls = countKeyCalls(
    (workspaceId, calls) => inWorkspace(platform.app, workspaceId, (tx) => addCalls(tx, calls)),
    console.error,
  )
  const node = await createApp({ ...platform, hub, keyCache, keyCalls })
  addEndpoints(node)
  await node.ready()
  onTestFinished(async () => {
    await node.close()
    await keyCalls.stop()
    await hub.stop()
  })
  return { app: node, hub, keyCalls, ask: callOf(node) }
}
