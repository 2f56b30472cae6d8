package dev.restante.socket;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the calls of administrators through the local socket")
class CallsTest {

    private static final Path DESCRIBED = Path.of(System.getProperty("basedir", "."))
            .resolve("src/test/resources/dev/restante/socket/calls-" + Hello.VERSION + ".txt");

    @Test
    @DisplayName(
            "and their types are those of this version: what changes in them takes another number, and another file")
    void shouldHaveVersionForTheirTypes() throws IOException {
        assertThat(Calls.described()).isEqualTo(Files.readAllLines(DESCRIBED));
    }

    @Test
    @DisplayName("say of each whether it may be made twice: those that change something may not")
    void shouldTellLooks() {
        List<String> changing = Calls.all().stream()
                .filter(call -> !call.looks())
                .map(call -> call.name().replaceAll("\\(.*", ""))
                .distinct()
                .toList();
        assertThat(changing)
                .containsExactlyInAnyOrder(
                        "branches.decide",
                        "branches.forget",
                        "messageAdministration.breakLock",
                        "messageAdministration.purge",
                        "messageAdministration.putGroupState",
                        "messageAdministration.redrive",
                        "messageAdministration.resubmit",
                        "messageAdministration.undefer",
                        "orphans.move",
                        "orphans.remove",
                        "queueAdministration.alter",
                        "queueAdministration.changeOptions",
                        "queueAdministration.changeStatus",
                        "queueAdministration.create",
                        "queueAdministration.delete",
                        "queueAdministration.forgetDuplicateId",
                        "redriveJobs.start",
                        "redriveJobs.cancel",
                        "storeSettings.setMaximumTimeToLive",
                        "topicAdministration.alter",
                        "topicAdministration.createSubscription",
                        "topicAdministration.createTopic",
                        "topicAdministration.deleteSubscription",
                        "topicAdministration.deleteTopic",
                        "topicAdministration.rules.add",
                        "topicAdministration.rules.alter",
                        "topicAdministration.rules.remove");
    }
}
