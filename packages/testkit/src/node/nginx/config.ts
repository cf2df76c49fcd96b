/** What stands around the `http` block, so that nginx touches nothing outside of its folder. */
export function mainConfig(folder: string, http: string): string {
  const user = process.getuid?.() === 0 ? "user root;\n" : "";
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `  ${name}_temp_path ${folder}/${name};\n`)
    .join("");
  return `${user}daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log notice;
events {
  worker_connections 1024;
}
http {
  access_log off;
${temporary}${http}
}
`;
}

/**
 * Points a documented configuration at a test: the port that it listens on, and the server behind it.
 *
 * @throws RangeError when it has neither `listen 80;` nor `127.0.0.1:3000`, which would test something else.
 */
export function localConfig(documented: string, port: number, upstream: string): string {
  if (!documented.includes("listen 80;") || !documented.includes("127.0.0.1:3000")) {
    throw new RangeError("the configuration must `listen 80;` and name 127.0.0.1:3000");
  }
  return documented
    .replaceAll("listen 80;", `listen 127.0.0.1:${port};`)
    .replaceAll("127.0.0.1:3000", upstream);
}
