package dev.restante.durability;

import static dev.restante.durability.RedriveJobFixture.DEAD_LETTERS;
import static dev.restante.durability.RedriveJobFixture.MESSAGES;
import static dev.restante.durability.RedriveJobFixture.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.MessageBody;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.PageRequest;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("JVM that is killed while it edits and resubmits dead letters")
final class ResubmitKillTest {

    private static final int KILLS = 5;

    @TempDir
    Path directory;

    private static List<String> texts(RestanteAdmin admin, String queue, boolean edited) throws JMSException {
        List<String> texts = new ArrayList<>();
        admin.messages(queue)
                .peek(
                        MessageFilter.all(),
                        PageRequest.first(PageRequest.MAX_LIMIT).withBodies())
                .messages()
                .forEach(message -> {
                    assertThat(message.properties().containsKey("edited")).isEqualTo(edited);
                    texts.add(((MessageBody.Text) message.body()).text());
                });
        return texts;
    }

    @Test
    @DisplayName("BEY-08 after a kill there is either a dead letter or its resubmitted copy, and never both")
    void shouldBeOneOfBoth() throws Exception {
        String url = "jdbc:hsqldb:file:" + directory.resolve("store");
        try (RestanteConnectionFactory factory = RedriveJobFixture.newFactory(url)) {
            RedriveJobFixture.fill(factory);
        }
        List<String> all = IntStream.range(0, MESSAGES).mapToObj(i -> "m" + i).toList();
        long before = 0;
        for (int kill = 1; kill <= KILLS; kill++) {
            long told = 0;
            try (ChildJvm child = ChildJvm.start(ResubmitChild.class, url, DEAD_LETTERS)) {
                for (String line = child.readLine(); line != null; line = child.readLine()) {
                    told = Long.parseLong(line.substring("sent ".length()));
                    if (told >= kill * 17L) {
                        child.kill();
                    }
                }
            }
            try (RestanteConnectionFactory factory = RedriveJobFixture.newFactory(url);
                    RestanteAdmin admin = factory.admin()) {
                List<String> sent = texts(admin, QUEUE, true);
                List<String> both = new ArrayList<>(sent);
                both.addAll(texts(admin, DEAD_LETTERS, false));
                assertThat(both).containsExactlyInAnyOrderElementsOf(all);
                assertThat((long) sent.size()).isGreaterThanOrEqualTo(before + told);
                before = sent.size();
            }
        }
    }
}
