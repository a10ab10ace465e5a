import type { Workspace } from '#web/shell/viewer.ts'
import { Avatar } from '#web/ui/mark/avatar.tsx'
import { Logo } from './logo.tsx'

const pixels = { 24: 'size-6', 32: 'size-8' }

type Props = { workspace: Pick<Workspace, 'name' | 'logoUrl'> | null; size?: keyof typeof pixels; ownMark?: boolean }

export function WorkspaceLogo({ workspace, size = 24, ownMark }: Props) {
  if (workspace?.logoUrl)
    return <img src={workspace.logoUrl} alt="" className={`${pixels[size]} shrink-0 rounded-sm object-cover`} />
  return ownMark && workspace ? <Avatar name={workspace.name} size={size} square hideName /> : <Logo />
}
