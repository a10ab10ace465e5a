import { type ChosenTicket, TicketSearch } from '#web/service/tickets/merging/ticket-chooser.tsx'

const problems = 'type:problem status<solved'

/** A search for an open problem. */
export const ProblemSearch = ({ onChoose }: { onChoose: (problem: ChosenTicket) => void }) => (
  <TicketSearch
    label="The problem"
    subject="problems"
    queryOf={(words) => ({ q: `${problems} ${words}`, view: 'all' })}
    suggested="Open problems"
    none="No open problem found"
    isPossible={() => true}
    onChoose={onChoose}
  />
)
