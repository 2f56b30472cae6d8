package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.testing.CapturedLog;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the log of entity changes")
class EntityLogTest {

    @Test
    @DisplayName("the store logs at DEBUG when a queue or topic is created, altered or deleted")
    void shouldTellOfEntities() throws Exception {
        List<String> lines;
        try (CapturedLog log = new CapturedLog(Class.forName("dev.restante.store.jdbc.rows.EntityRows"));
                RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:entitylog")) {
            try (RestanteAdmin admin = factory.admin()) {
                admin.createQueue("inbox", QueueOptions.defaults());
                admin.alterQueue("inbox", QueueOptions.defaults().withMaxDeliveryCount(3));
                admin.deleteQueue("inbox", false);
                admin.topics().create("news", TopicOptions.defaults());
                admin.topics().delete("news", false);
            }
            lines = log.lines();
        }
        for (String told : List.of(
                "Creating the queue 'inbox' as entity",
                "Creating the dead letter queue 'inbox/",
                "Altered the queue 'inbox', entity",
                "Deleted the queue 'inbox', entity",
                "Creating the topic 'news' as entity",
                "Deleted the topic 'news', entity")) {
            assertThat(lines).as(told).filteredOn(line -> line.contains(told)).hasSize(1);
        }
    }
}
