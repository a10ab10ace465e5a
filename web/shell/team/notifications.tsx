import { Bell } from 'lucide-react'
import { IconButton } from '#web/ui/button/icon-button.tsx'
import { Popover } from '#web/ui/overlay/popover.tsx'

export const Notifications = () => (
  <Popover
    label="Notifications"
    align="end"
    className="w-75"
    button={<IconButton icon={Bell} label="Notifications" className="max-md:size-9!" />}
  >
    {() => (
      <>
        <h2 className="border-b border-line px-3.5 py-2.5 font-semibold">Notifications</h2>
        <p className="px-3.5 py-6 text-center text-ink-3">No notifications yet.</p>
      </>
    )}
  </Popover>
)
