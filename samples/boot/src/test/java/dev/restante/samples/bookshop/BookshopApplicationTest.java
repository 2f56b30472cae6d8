package dev.restante.samples.bookshop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.testserver.TestPostgres;
import jakarta.jms.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jms.core.JmsTemplate;

@Timeout(120)
@DisplayName("Application of the page docs/start/spring-boot.md")
class BookshopApplicationTest {

    private static final Path PAGE = Path.of("../../docs/start/spring-boot.md");

    @TempDir
    private Path directory;

    /** Writes the first block of a language in the page to a file, and returns the location of the file. */
    private String file(String language) throws IOException {
        List<String> lines = Files.readAllLines(PAGE);
        List<String> block = lines.subList(lines.indexOf("```" + language) + 1, lines.size());
        Path file = directory.resolve("block." + language);
        Files.write(file, block.subList(0, block.indexOf("```")));
        return file.toUri().toString();
    }

    @Test
    @DisplayName("RCV-07 the application ships a book, and dead-letters an order after three failed deliveries")
    void shouldRunAsThePageSays() throws Exception {
        try (ConfigurableApplicationContext context = SpringApplication.run(
                BookshopApplication.class,
                "--spring.config.location=" + file("yaml"),
                "--spring.sql.init.schema-locations=" + file("sql"),
                "--spring.datasource.url=" + TestPostgres.newDatabase(),
                "--spring.datasource.username=" + TestPostgres.USER,
                "--spring.datasource.password=",
                "--spring.main.banner-mode=off")) {
            JmsTemplate jms = context.getBean(JmsTemplate.class);
            jms.setReceiveTimeout(TimeUnit.SECONDS.toMillis(30));
            assertThat(jms.receiveAndConvert("shipped")).isEqualTo("Moby-Dick");
            Message dead = jms.receive("orders/$DeadLetterQueue");
            assertThat(dead).isNotNull();
            assertThat(dead.getBody(String.class)).isEqualTo("Untitled");
            assertThat(dead.getStringProperty("DeadLetterReason")).isEqualTo("MaxDeliveryCountExceeded");
            JdbcTemplate rows = context.getBean(JdbcTemplate.class);
            assertThat(rows.queryForList("SELECT title FROM book_order", String.class))
                    .containsExactlyInAnyOrder("Moby-Dick", "Untitled");
        }
    }
}
