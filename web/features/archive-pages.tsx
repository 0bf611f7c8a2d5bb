import { GroupsPage } from '#web/features/groups/page.tsx'

export const DataGroupsPage = () => <GroupsPage grouped />
export const AllCollectionsPage = () => <GroupsPage grouped={false} />
