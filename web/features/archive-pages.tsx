import { PageHeader } from '#web/layout/page-header.tsx'
export const DataGroupsPage = () => <PageHeader title="Data Groups" />
export const AllCollectionsPage = () => <PageHeader title="All Collections" />
