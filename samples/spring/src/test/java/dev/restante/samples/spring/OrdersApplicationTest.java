package dev.restante.samples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.samples.spring.orders.OrdersApplication;
import dev.restante.testserver.TestMariaDb;
import dev.restante.testserver.TestPostgres;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Spring Boot sample with Restante and its tables in one database")
class OrdersApplicationTest {

    private static void run(String... arguments) throws InterruptedException {
        Footprint before = Footprint.now();
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            OrdersApplication.main(arguments);
        } finally {
            System.setOut(out);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains(
                        "served and billed: tea (1 in the table)",
                        "served and billed: coffee (1 in the table)",
                        "sorry, no soufflé: MaxDeliveryCountExceeded");
        before.awaitNoMore();
    }

    @Test
    @DisplayName("the sample runs with its configuration on in-memory HSQLDB")
    void shouldRunAsConfigured() throws InterruptedException {
        run();
    }

    @Test
    @DisplayName("the sample runs on HSQLDB with files")
    void shouldRunOnFiles(@TempDir Path directory) throws InterruptedException {
        run("--spring.datasource.url=jdbc:hsqldb:file:" + directory.resolve("orders") + ";shutdown=true");
    }

    @Test
    @DisplayName("the sample runs on PostgreSQL")
    void shouldRunOnPostgres() throws InterruptedException {
        run(
                "--spring.datasource.url=" + TestPostgres.newDatabase(),
                "--spring.datasource.username=" + TestPostgres.USER,
                "--spring.sql.init.platform=postgresql");
    }

    @Test
    @DisplayName("the sample runs on MariaDB")
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
    void shouldRunOnMariaDb() throws InterruptedException {
        run(
                "--spring.datasource.url=" + TestMariaDb.newDatabase(),
                "--spring.datasource.username=" + TestMariaDb.USER,
                "--spring.datasource.hikari.transaction-isolation=TRANSACTION_READ_COMMITTED",
                "--spring.sql.init.platform=mariadb");
    }
}
