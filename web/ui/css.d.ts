// Styles are files of their own in the build.
declare module "*.css";
