import { DialogTitle } from '@headlessui/react'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { WorkspaceLogo } from '#web/shell/logo/workspace-logo.tsx'
import type { Viewer } from '#web/shell/viewer.ts'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Modal } from '#web/ui/overlay/modal.tsx'
import type { App } from './navigation.ts'
import { Sidebar } from './sidebar.tsx'

type Props = { app: App; viewer: Viewer; open: boolean; onClose: () => void }

export function NavigationDrawer({ app, viewer, open, onClose }: Props) {
  const { key } = useLocation()
  const close = useEffectEvent(onClose)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is a new page
  useEffect(() => close(), [key])

  return (
    <Modal open={open} onClose={onClose} placement="side" className="flex max-w-70 flex-col">
      <div className="flex h-12 shrink-0 items-center gap-2 pr-2 pl-4">
        <WorkspaceLogo workspace={viewer.workspace} />
        <DialogTitle className="truncate text-body font-semibold">{viewer.workspace?.name}</DialogTitle>
        <IconButton icon={X} label="Close navigation" className="ml-auto" onClick={onClose} />
      </div>
      <Sidebar app={app} viewer={viewer} className="flex-1" />
    </Modal>
  )
}
