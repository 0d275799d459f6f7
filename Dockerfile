# Gossamer as an image. Build the distribution first, with 'mvn -Dquick -DskipTests package', then:
#   docker build -t gossamer .
#   docker run --rm -it -v "$PWD/crawls:/crawls" gossamer crawl https://example.org/ -o example --contact you@example.org
FROM eclipse-temurin:25-jre
COPY cli/target/gossamer/gossamer /opt/gossamer
# Nobody in particular: the folder of the crawls decides who may write to it.
USER 1000:1000
WORKDIR /crawls
ENTRYPOINT ["/opt/gossamer/bin/gossamer"]
CMD ["--help"]
