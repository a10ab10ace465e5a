export const ticketHref = (id: string) => `/service/tickets/${id}`
