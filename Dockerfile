# syntax=docker/dockerfile:1
# Without a container engine: node scripts/pack.mjs <folder>, then node <folder>/dist/main/main.js
# From a release's files: docs/maintaining.md, 'The image'.
FROM node:24-trixie-slim AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.npm node scripts/pack.mjs /app

FROM node:24-trixie-slim
LABEL org.opencontainers.image.title="Villagehall" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /app /app
# A volume of backups takes its owner from the folder it is mounted on.
RUN install --directory --owner=1000 --group=1000 --mode=700 /data /backups
WORKDIR /app
# Loopback of a container is reached by nobody; what is written is under /data and /tmp.
ENV HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=1 \
    MALLOC_TRIM_THRESHOLD_=131072
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "--max-semi-space-size=16", "dist/main/main.js"]
