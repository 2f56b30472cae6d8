package dev.restante.vendor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.moved.program.FeatureResults;
import dev.restante.moved.program.ProgramFactories;
import dev.restante.moved.program.ProviderProgram;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Programs for the clients of vendors, on Restante only: their originals are services or need a licence. */
@DisplayName("programs for clients of vendors")
final class VendorProgramsTest {

    private static Map<String, String> run(
            Function<ProgramFactories, ProviderProgram> program, String queue, QueueOptions options)
            throws JMSException {
        String url = "jdbc:hsqldb:mem:" + UUID.randomUUID();
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url)) {
            try (RestanteAdmin admin = factory.admin()) {
                admin.createQueue("DEV.BACKOUT", QueueOptions.defaults());
                admin.createQueue(queue, options);
            }
            return program.apply(new ProgramFactories(factory, new RestanteXAConnectionFactory(url)))
                    .run();
        }
    }

    @Test
    @DisplayName("IBM MQ: everything but selectors for put dates and targetClient works; there are no reports")
    void shouldRunTheProgramForIbmMq() throws JMSException {
        Map<String, String> results = run(
                IbmMqProgram::new,
                "DEV.QUEUE.1",
                QueueOptions.defaults().withMaxDeliveryCount(3).withDeadLetterTo("DEV.BACKOUT"));

        assertThat(results)
                .containsEntry("backout queue", "deliveries 1 2 3, backed out [poison]")
                .containsEntry("`JMS_IBM_Format` of a sent message", "MQSTR")
                .containsEntry("`JMS_IBM_Last_Msg_In_Group`", "true 1")
                .containsEntry("`JMS_IBM_Report_COD`", "report: none")
                .containsEntry("selector with `JMS_IBM_MQMD_Priority`", "[selected]")
                .containsEntry("queue `queue:///DEV.QUEUE.2`", "1");
        assertThat(results.get("selector with `JMS_IBM_PutDate`")).contains("use JMSTimestamp");
        assertThat(results.get("queue `queue:///DEV.QUEUE.2?targetClient=1`")).contains("targetClient=1");
        assertRefused(
                results, "selector with `JMS_IBM_PutDate`", "queue `queue:///DEV.QUEUE.2?targetClient=1`");
    }

    @Test
    @DisplayName("Amazon SQS: everything but UNORDERED_ACKNOWLEDGE works")
    void shouldRunTheProgramForSqs() throws JMSException {
        Map<String, String> results = run(
                SqsProgram::new,
                "orders.fifo",
                QueueOptions.defaults().withDuplicateDetectionWindow(Duration.ofMinutes(5)));

        assertThat(results)
                .containsEntry("queue", "[1, 2]")
                .containsEntry("`JMSXGroupID` and `JMS_SQS_DeduplicationId`", "[first]")
                .containsEntry("`JMSXDeliveryCount`", "count 1")
                .containsEntry("`CLIENT_ACKNOWLEDGE`", "left []")
                // The mode has the number of RECEIVE_AND_DELETE.
                .containsEntry("`UNORDERED_ACKNOWLEDGE`", "left []");
        assertRefused(results);
    }

    @Test
    @DisplayName("Azure Service Bus: everything works")
    void shouldRunTheProgramForServiceBus() throws JMSException {
        Map<String, String> results =
                run(ServiceBusProgram::new, "parcels", QueueOptions.defaults().withMaxDeliveryCount(3));

        assertThat(results)
                .containsEntry(
                        "dead-letter queue `parcels/$DeadLetterQueue`",
                        "deliveries 1 2 3, dead MaxDeliveryCountExceeded")
                .containsEntry("session mode 101 of Qpid JMS", "[1]");
        assertRefused(results);
    }

    private static void assertRefused(Map<String, String> results, String... features) {
        assertThat(results.entrySet().stream()
                        .filter(each -> FeatureResults.isRefusal(each.getValue()))
                        .map(Map.Entry::getKey))
                .containsExactly(features);
    }
}
