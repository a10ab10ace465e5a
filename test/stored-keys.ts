import { platform } from '#test/world.ts'

/** Returns the storage keys of a workspace, for its files or its received mails. */
export async function storedKeys(workspaceId: string, kind: 'files' | 'mails'): Promise<string[]> {
  const keys: string[] = []
  for await (const key of platform.storage.list(workspaceId)) keys.push(key)
  return keys.filter((key) => key.includes(`/${kind}/`))
}
