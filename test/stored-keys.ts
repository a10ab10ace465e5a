import { platform } from '#test/world.ts'

/** What the storage keeps of a workspace: its files, or its mails as they came. */
export async function storedKeys(workspaceId: string, kind: 'files' | 'mails'): Promise<string[]> {
  const keys: string[] = []
  for await (const key of platform.storage.list(workspaceId)) keys.push(key)
  return keys.filter((key) => key.includes(`/${kind}/`))
}
