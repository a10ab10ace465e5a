import { Coins, FileText, Target } from 'lucide-react'
import { ComingSoonBox } from '#web/shell/coming-soon-box.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Pill } from '#web/ui/mark/pill.tsx'
import { PageBar } from '#web/ui/page/page-bar.tsx'
import { ScrollArea } from '#web/ui/page/scroll-area.tsx'

export const meta = () => [{ title: 'Sales · Startup Tools' }]

export default function SalesDashboard() {
  return (
    <>
      <PageBar title="Dashboard" badge={<Pill tone="grey">Coming soon</Pill>} />
      <ScrollArea>
        <ComingSoonBox
          title="Sales is planned"
          text="Sales will share people, companies and history with Service, so you see quotes and tickets of a customer together."
          features={[
            { icon: Target, name: 'Opportunities', text: 'A pipeline that you can use by keyboard' },
            { icon: FileText, name: 'Quotes', text: 'Built from your price list, accepted online' },
            { icon: Coins, name: 'Revenue', text: 'Booked and expected, by month and by owner' },
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
