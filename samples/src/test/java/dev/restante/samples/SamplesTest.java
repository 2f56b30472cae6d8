package dev.restante.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Output of the samples")
class SamplesTest {

    @TempDir
    Path directory;

    private interface Main {
        void run(String[] arguments) throws Exception;
    }

    private String output(Main sample) throws Exception {
        String url = "jdbc:hsqldb:file:" + directory.resolve("store");
        return CapturedOutput.of(() -> sample.run(new String[] {url}));
    }

    @Test
    @DisplayName("SND-01 RCV-08 SendAndReceive receives the sent message under a peek-lock")
    void shouldSendAndReceive() throws Exception {
        assertThat(output(SendAndReceive::main)).contains("resize picture 17, locked until ");
    }

    @Test
    @DisplayName("RCV-07 RCV-09 RCV-10 ResizePictures abandons and dead-letters jobs that SendPictures sent")
    void shouldResizePictures() throws Exception {
        String url = "jdbc:hsqldb:file:" + directory.resolve("store");
        assertThat(output(SendPictures::main)).contains("sent cat.png", "sent half-loaded.png", "sent program.exe");
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
                RestanteAdmin admin = factory.admin()) {
            QueueOptions options = admin.queue("pictures").options();
            admin.alterQueue("pictures", options.withMaxDeliveryCount(3));
            assertThat(output(ResizePictures::main))
                    .containsSubsequence("half-loaded.png failed, delivery 1", "delivery 2", "delivery 3")
                    .contains("cat.png resized")
                    .doesNotContain("delivery 4");
            MessagesAdmin dead = admin.messages("pictures/$DeadLetterQueue");
            Map<String, Long> reasons = dead.deadLetterReasons(10).byReason();
            assertThat(reasons).containsOnlyKeys("NotAPicture", "MaxDeliveryCountExceeded");
        }
    }

    @Test
    @DisplayName("RCV-05 RCV-08 RCV-09 RCV-10 RCV-11 RCV-12 VIS-02 PeekLockTour shows each operation on a lock")
    void shouldTourThePeekLock() throws Exception {
        assertThat(output(PeekLockTour::main))
                .contains("renewed, until ")
                .contains("delivery 2 came with the hint 'try the other printer'")
                .contains("a settled message cannot be renewed: RESTANTE-LOCK-LOST")
                .contains("deferred: an ordinary receive finds null")
                .contains("received by its number: second")
                .contains("dead-lettered for WrongPrinter: there is no such printer (lp9)");
    }

    @Test
    @DisplayName("VIS-10 QueueMetrics shows the number of available messages")
    void shouldMeter() throws Exception {
        assertThat(output(QueueMetrics::main)).contains("waiting: 1.0");
    }

    @Test
    @DisplayName("STA-01 ExplainMessage shows that a paused queue delivers no messages")
    void shouldExplain() throws Exception {
        assertThat(output(ExplainMessage::main)).containsSubsequence("PAUSED: 'orders'", "NO_CONSUMER: ");
    }

    @Test
    @DisplayName("Tracing receives a message with an observer for OpenTelemetry")
    void shouldTrace() throws Exception {
        assertThat(output(Tracing::main)).contains("received: a pizza");
    }

    @Test
    @DisplayName("TTL-02 TTL-09 TTL-15 TimeToLive shows messages that expire and become dead letters")
    void shouldExpire() throws Exception {
        assertThat(output(TimeToLive::main))
                .contains("'its own 200 ms': TTLExpiredException")
                .contains("'the queue's 500 ms': TTLExpiredException")
                .contains("'a minute, capped by the queue': TTLExpiredException")
                .endsWith("in the queue: 0" + System.lineSeparator());
    }

    @Test
    @DisplayName("ScheduledDelivery shows messages in the order of their delivery times")
    void shouldDeliverWhenDue() throws Exception {
        assertThat(output(ScheduledDelivery::main))
                .containsSubsequence("scheduled: 2", "'at once'", "'in 400 ms'", "'in 800 ms'")
                .doesNotContain("came -");
    }

    @Test
    @DisplayName("VIS-09 VIS-11 AdvancedReceive gets the same messages again when it repeats a receive attempt")
    void shouldRepeatAReceive() throws Exception {
        assertThat(output(AdvancedReceive::main)).contains("3 messages, as before: 3");
    }

    @Test
    @DisplayName("Priorities shows messages in the order of their priorities")
    void shouldPreferHighPriorities() throws Exception {
        assertThat(output(Priorities::main))
                .containsSubsequence("1: telegram one", "2: telegram two", "3: letter", "4: postcard");
    }

    @Test
    @DisplayName("BEY-03 BEY-04 RepairDeadLetters redrives matching dead letters and purges the rest")
    void shouldRepairDeadLetters() throws Exception {
        assertThat(output(RepairDeadLetters::main))
                .containsSubsequence(
                        "reason=NoPaint", "reason=NoWheels", "went back: 2", "removed: 1", "to be done: 2");
    }

    @Test
    @DisplayName("MessageAndRow commits a row together with a message")
    void shouldCommitMessageAndRow() throws Exception {
        assertThat(output(MessageAndRow::main)).contains("the account has 20");
    }

    @Test
    @DisplayName("Transactions shows that sends and receives take effect with the commit")
    void shouldCommitAndRollBack() throws Exception {
        assertThat(output(Transactions::main))
                .containsSubsequence(
                        "sent, not committed: 0",
                        "committed: 1",
                        "rolled back; bookings: 0",
                        "the payment is back, delivery 2",
                        "committed; bookings: 1");
    }

    @Test
    @DisplayName("SND-03 AsyncSend stores all messages of its asynchronous sends")
    void shouldSendAsynchronously() throws Exception {
        assertThat(output(AsyncSend::main))
                .contains("1000 messages stored, asynchronously")
                .doesNotContain("not stored");
    }

    @Test
    @DisplayName("BrowseQueue shows the messages that match the selector, and leaves all in the queue")
    void shouldBrowse() throws Exception {
        assertThat(output(BrowseQueue::main))
                .containsSubsequence("seen: parcel 2", "seen: parcel 3", "seen: parcel 4", "still there: 5")
                .doesNotContain("seen: parcel 1", "seen: parcel 5");
    }

    @Test
    @DisplayName("SUB-01 SUB-02 SUB-24 PublishAndSubscribe shows the messages of each subscription")
    void shouldPublish() throws Exception {
        assertThat(output(PublishAndSubscribe::main))
                .containsSubsequence("archived: it will rain", "archived: they won", "archive has 0", "sports has 1");
    }

    @Test
    @DisplayName("WILD-01 TopicPatterns shows messages of several topics")
    void shouldSubscribeByPattern() throws Exception {
        assertThat(output(TopicPatterns::main))
                .containsSubsequence("orders.eu.berlin: a bicycle", "orders.us: a scooter");
    }

    @Test
    @DisplayName("RCV-07 RCV-15 BackOffSample shows four attempts and the dead-letter reason")
    void shouldBackOff() throws Exception {
        assertThat(output(BackOffSample::main))
                .containsSubsequence("attempt 1", "attempt 2", "attempt 3", "attempt 4", "MaxDeliveryCountExceeded");
    }

    @Test
    @DisplayName("VIS-10 AdministerQueues alters, inspects and deletes a queue")
    void shouldAdminister() throws Exception {
        assertThat(output(AdministerQueues::main))
                .containsSubsequence(
                        "altered: time to live PT336H",
                        "available=1",
                        "queue invoices/$DeadLetterQueue (dead letters)",
                        "deleted: true",
                        "refused: Queue 'invoices' does not exist");
    }

    @Test
    @DisplayName("ObjectMessages rejects an object of a class that the receiver does not allow")
    void shouldReadAllowedObjects() throws Exception {
        assertThat(output(ObjectMessages::main))
                .containsSubsequence(
                        "read by default: [plain, values]",
                        "refused: The object contains an instance of",
                        "read when allowed: Coffee[kind=espresso, sugars=2]");
    }

    @Test
    @DisplayName("GEN-05 JndiLookup finds its connection factory and queues in JNDI")
    void shouldLookUp() throws Exception {
        assertThat(output(JndiLookup::main)).contains("order 17 from shop.orders");
    }

    @Test
    @DisplayName("EXP-11 ArtemisMigration receives a scheduled message")
    void shouldRunWhatWasWrittenForArtemis() throws Exception {
        assertThat(output(ArtemisMigration::main)).contains("order 17, due ");
    }

    @Test
    @DisplayName("EXP-11 ClassicMigration receives a delayed message and schedules a repeated send")
    void shouldRunWhatWasWrittenForClassic() throws Exception {
        assertThat(output(ClassicMigration::main))
                .contains("call back, delayed by 200 ms", "the first report comes at ");
    }

    @Test
    @DisplayName("SCH-01 SCH-03 SCH-08 RepeatedSend receives the copies and cancels the repeated send")
    void shouldRepeat() throws Exception {
        assertThat(output(RepeatedSend::main))
                .contains("reminder 3, due at ", "cron=0 6 * * MON-FRI, timeZone=Europe/Berlin")
                .endsWith("cancelled: 1" + System.lineSeparator());
    }

    @Test
    @DisplayName("LRG-01 LargeBodyStreaming receives the same bytes that it sent")
    void shouldCarryLargeBodies() throws Exception {
        assertThat(output(LargeBodyStreaming::main)).contains("received 3145728 bytes", "the same: true");
    }

    @Test
    @DisplayName("RCV-07, FWD-02 IbmMqMigration moves a message to its backout queue after three deliveries")
    void shouldRunWhatWasWrittenForIbmMq() throws Exception {
        assertThat(output(IbmMqMigration::main))
                .containsSubsequence("delivery 1", "delivery 2", "delivery 3", "backed out: payment");
    }

    @Test
    @DisplayName("VIS-02 SqsJmsMigration changes the visibility of a message and acknowledges it")
    void shouldRunWhatWasWrittenForSqs() throws Exception {
        assertThat(output(SqsJmsMigration::main)).contains("done: resize");
    }

    @Test
    @DisplayName("RCV-10, GRP-03, GRP-04 ServiceBusJmsMigration dead-letters a message and stores a group state")
    void shouldRunWhatWasWrittenForServiceBus() throws Exception {
        assertThat(output(ServiceBusJmsMigration::main))
                .contains("to nobody: Undeliverable, the address is empty")
                .contains("tour 7, last stop: 1 Main Street");
    }

    @Test
    @DisplayName("TTL-14 RCV-15 ConfigurationHowTos has the effects that the configuration page describes")
    void shouldDoAsTheConfigurationPageSays() throws Exception {
        assertThat(output(ConfigurationHowTos::main))
                .contains("shared: jdbc:postgresql://db.example.com/messages?sslmode=require, waits PT10S")
                .contains("10 euros: TTLExpiredException")
                .contains("due later: 1");
    }

    @Test
    @DisplayName("RCV-09 RCV-15 ACK-11 Retries shows a listener that fails twice, and an abandon with a property")
    void shouldRetry() throws Exception {
        assertThat(output(Retries::main))
                .containsSubsequence("attempt 1", "attempt 2", "attempt 3", "delivery 2, failed before at mx1");
    }

    @Test
    @DisplayName("RCV-10 FWD-02 BEY-08 DeadLetterHandling edits dead letters and collects them in a common queue")
    void shouldHandleDeadLetters() throws Exception {
        assertThat(output(DeadLetterHandling::main))
                .containsSubsequence(
                        "sent again: 1, skipped: 0",
                        "UnknownCurrency in invoices: The currency 'eurs' does not exist",
                        "in the common queue: 1",
                        "back at their sources: 1");
    }

    @Test
    @DisplayName("BEY-04 PurgeQueue removes locked messages only if the filter includes their state")
    void shouldPurge() throws Exception {
        assertThat(output(PurgeQueue::main))
                .containsSubsequence("locked: 17 degrees", "old messages: 0", "not locked: 2", "locked, too: 1");
    }

    @Test
    @DisplayName("GRP-03 GRP-04 GRP-08 MessageGroups accepts a group, stores its state, and lists it")
    void shouldGroup() throws Exception {
        assertThat(output(MessageGroups::main))
                .containsSubsequence("ada: deposit 10, after nothing", "group ada has 1 messages, state: true");
    }

    @Test
    @DisplayName("SND-06 SND-07 DuplicateDetection drops the second message, and forgets its id")
    void shouldDetectDuplicates() throws Exception {
        assertThat(output(DuplicateDetection::main)).contains("in the queue: 1", "forgotten: true");
    }

    @Test
    @DisplayName("LVQ-01 LastValues receives only the newest message of each share")
    void shouldKeepLastValues() throws Exception {
        assertThat(output(LastValues::main))
                .containsSubsequence("INIT 30", "ACME 101")
                .doesNotContain("ACME 100");
    }

    @Test
    @DisplayName("POL-03 Policies shows an option of a queue that was created by use, and the policy that sets it")
    void shouldApplyPolicies() throws Exception {
        assertThat(output(Policies::main)).contains("3, from policy orders.#");
    }

    @Test
    @DisplayName("FWD-01 Forwarding receives a message from the target of its queue")
    void shouldForward() throws Exception {
        assertThat(output(Forwarding::main)).contains("a bicycle, sent to orders.berlin");
    }

    @Test
    @DisplayName("FWD-03 IDLE-07 RequestReply receives replies, also for an expired request")
    void shouldReply() throws Exception {
        assertThat(output(RequestReply::main))
                .containsSubsequence(
                        "a bicycle costs 400 euros", "a car: TTLExpiredException", "a boat costs 400 euros");
    }

    @Test
    @DisplayName("StoreInUseAdministration shows the statistics of a queue")
    void shouldAdministerAStoreInUse() throws Exception {
        assertThat(output(StoreInUseAdministration::main)).contains("waiting: 0");
    }

    @Test
    @DisplayName("SharedDataSource leaves the application's pool open")
    void shouldUseTheApplicationsPool() throws Exception {
        String url = "jdbc:hsqldb:file:" + directory.resolve("application") + ";shutdown=true";
        String output = CapturedOutput.of(() -> SharedDataSource.main(new String[] {url}));
        assertThat(output).containsSubsequence("received: Hello Ada", "the application's table has 1 row");
    }
}
