/**
 * A Jakarta Messaging provider that keeps messages in an SQL database.
 *
 * <p>With an embedded store, start Java with {@code --add-exports org.hsqldb/org.hsqldb=dev.restante} and
 * {@code --add-exports org.hsqldb/org.hsqldb.persist=dev.restante}. HSQLDB does not export the packages that Restante
 * needs to supervise the files of the store.
 *
 * <p>Only the packages {@code jta}, {@code metrics} and {@code narayana} need Jakarta Transactions, Micrometer and
 * Narayana.
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
