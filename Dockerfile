# Builds the product, and an image that holds only what runs: docs/guides/production.md.
# The base must be Debian or Ubuntu; Node.js is the one that package.json names.
ARG BUILD_BASE=docker.io/library/node:24-bookworm-slim
ARG BASE=docker.io/library/debian:bookworm-slim

FROM ${BUILD_BASE} AS build
WORKDIR /app
COPY . .
# The image has no Git: docker build --build-arg SOURCE_COMMIT=$(git rev-parse HEAD) .
ARG SOURCE_COMMIT
RUN npm run build
# The packages that the build can take from, with their licenses.
RUN npm sbom --sbom-format cyclonedx --omit dev --package-lock-only > sbom.cdx.json
# sharp has its native part beside its own files.
RUN mkdir -p /image/app/docs /image/app/prisma /image/app/shared /image/usr/local/bin \
  && mkdir dist/node_modules && cp -r node_modules/sharp node_modules/@img node_modules/detect-libc dist/node_modules/ \
  && cp node_modules/node/bin/node /image/usr/local/bin/ \
  && cp -r package.json sbom.cdx.json dist /image/app/ \
  && cp -r docs/guides /image/app/docs/ \
  && cp --parents docs/examples/backup.sh /image/app/ \
  && cp -r prisma/migrations /image/app/prisma/ \
  && cp -r shared/locales /image/app/shared/ \
  && rm -rf /image/app/dist/gallery \
  && chmod -R a+rX /image

FROM ${BASE}
# pg_dump works with servers up to its own version. Taken from apt.postgresql.org if the base does not have it.
ARG POSTGRESQL_VERSION=18
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates postgresql-common \
  && { apt-cache show postgresql-client-${POSTGRESQL_VERSION} > /dev/null 2>&1 || /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y; } \
  && apt-get install -y --no-install-recommends postgresql-client-${POSTGRESQL_VERSION} \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt
ARG SOURCE_COMMIT
LABEL org.opencontainers.image.revision=${SOURCE_COMMIT}
COPY --from=build /image /
WORKDIR /app
ENV NODE_ENV=production PORT=3000
# As npm start does: scripts/bootstrap/common.mjs.
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
# Numbers, so that Kubernetes can tell that it is not root.
USER 10001:10001
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# start, migrate, admin EMAIL or version.
ENTRYPOINT ["node", "dist/server/cli.js"]
CMD ["start"]
