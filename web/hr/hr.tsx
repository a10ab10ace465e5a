import { BookUser, CalendarDays, DoorOpen } from 'lucide-react'
import { ComingSoonBox } from '#web/shell/coming-soon-box.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Pill } from '#web/ui/mark/pill.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'

export const meta = () => [{ title: 'HR · Startup Tools' }]

export default function HrDashboard() {
  return (
    <>
      <PageBar title="Dashboard" badge={<Pill tone="grey">Coming soon</Pill>} />
      <ScrollArea>
        <ComingSoonBox
          title="HR is planned"
          text="Employee data in one place, visible only to the people who need it."
          features={[
            { icon: BookUser, name: 'People', text: 'Profiles, documents and reporting lines' },
            { icon: CalendarDays, name: 'Leave Management', text: 'Requests, balances and a shared calendar' },
            { icon: DoorOpen, name: 'Onboarding', text: 'Checklists that start before the first day' },
          ]}
          actions={
            <Button size="md" href="/">
              Back to the dashboard
            </Button>
          }
        />
      </ScrollArea>
    </>
  )
}
