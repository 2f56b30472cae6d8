/**
 * A Jakarta Messaging provider that keeps messages in an SQL database.
 *
 * <p>Whoever keeps an embedded store starts Java with {@code --add-exports org.hsqldb/org.hsqldb=dev.restante} and
 * {@code --add-exports org.hsqldb/org.hsqldb.persist=dev.restante}: HSQLDB does not export what watches over its files.
 *
 * <p>Jakarta Transactions, Micrometer and Narayana are needed by the packages {@code jta}, {@code metrics} and
 * {@code narayana} only.
 */
@SuppressWarnings("requires-automatic")
module dev.restante {
    requires transitive jakarta.messaging;
    requires transitive java.naming;
    requires transitive java.sql;
    requires transitive java.transaction.xa;
    requires com.cronutils;
    requires com.zaxxer.hikari;
    requires java.logging;
    requires java.management;
    requires jdk.net;
    requires org.hsqldb;
    requires org.slf4j;
    requires static jakarta.transaction;
    requires static micrometer.core;
    requires static narayana.jta;
    requires transitive org.jspecify;
    requires static com.google.errorprone.annotations;
    requires static org.postgresql.jdbc;

    exports dev.restante;
    exports dev.restante.admin;
    exports dev.restante.admin.history;
    exports dev.restante.api;
    exports dev.restante.jndi;
    exports dev.restante.jta;
    exports dev.restante.metrics;
    exports dev.restante.narayana;
    exports dev.restante.observe;
    exports dev.restante.option;
    exports dev.restante.rule;

    uses java.sql.Driver;
}
