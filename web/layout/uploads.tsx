export { UploadLayer as Uploads } from '#web/features/uploads/upload-layer.tsx'
