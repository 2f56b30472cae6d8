package dev.restante.feature.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.PeekLock;
import dev.restante.RestanteMessageGroup;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.GroupsAdmin;
import dev.restante.admin.GroupsAdmin.GroupDescription;
import dev.restante.admin.GroupsAdmin.GroupPage;
import dev.restante.admin.GroupsAdmin.GroupPageRequest;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Administration of the message groups of a queue or subscription. */
@DisplayName("administration of message groups")
public abstract class GroupAdministrationContract extends GroupFixture {

    private RestanteAdmin admin;
    private GroupsAdmin groups;

    @BeforeEach
    final void openAdministration() throws JMSException {
        admin = administration();
        groups = place().messages(admin, name).groups();
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private Map<String, GroupDescription> all() throws JMSException {
        return groups.list(GroupPageRequest.first(100)).groups().stream()
                .collect(Collectors.toMap(GroupDescription::id, group -> group));
    }

    @Test
    @DisplayName("GRP-08 the list counts the messages of each group by state, and ignores messages without a group")
    void shouldCount() throws JMSException {
        send("a1", "a2", "a3", "b1", "-1");
        try (Taker taker = taker()) {
            PeekLock.of(taker.one("a1")).defer();
            taker.one("a2");
            Map<String, GroupDescription> all = all();
            assertThat(all).containsOnlyKeys("a", "b");
            GroupDescription a = all.get("a");
            assertThat(List.of(a.available(), a.inFlight(), a.scheduled(), a.deferred()))
                    .containsExactly(1L, 1L, 0L, 1L);
            assertThat(a.node()).isNotNull();
            assertThat(a.assigned()).isFalse();
            assertThat(a.hasState()).isFalse();
            GroupDescription b = all.get("b");
            assertThat(List.of(b.available(), b.inFlight(), b.scheduled(), b.deferred()))
                    .containsExactly(1L, 0L, 0L, 0L);
            assertThat(b.node()).isNull();
        }
    }

    @Test
    @DisplayName("GRP-08 the list counts messages with a delivery delay as scheduled")
    void shouldCountScheduled() throws JMSException {
        producer.setDeliveryDelay(3_600_000);
        send("a1");
        assertThat(all().get("a").scheduled()).isEqualTo(1);
        assertThat(all().get("a").available()).isZero();
    }

    @Test
    @DisplayName("GRP-08 the list contains groups without messages if they are accepted or have a state")
    void shouldShowWhoHasIt() throws JMSException {
        alter(QueueOptions.defaults().withLockDuration(LOCK));
        try (Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            RestanteMessageGroup group = place().accept(session, name, "g");
            group.setState(new byte[] {1, 2});
            GroupDescription held = all().get("g");
            assertThat(held.assigned()).isTrue();
            assertThat(held.node()).isNotNull();
            assertThat(held.lockedUntil()).isEqualTo(group.lockedUntil());
            assertThat(held.hasState()).isTrue();
            assertThat(held.available()).isZero();
            group.close();
        }
        GroupDescription left = all().get("g");
        assertThat(left.assigned()).isFalse();
        assertThat(left.node()).isNull();
        assertThat(left.lockedUntil()).isNull();
        assertThat(left.hasState()).isTrue();
    }

    @Test
    @DisplayName(
            "GRP-03, GRP-08 the administrator reads each group state, and changes the state of an unassigned group")
    void shouldReplaceState() throws JMSException {
        try (Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            RestanteMessageGroup group = place().accept(session, name, "g");
            group.setState(new byte[] {1});
            assertThat(groups.state("g")).contains(new byte[] {1});
            assertThatThrownBy(() -> groups.setState("g", null))
                    .isInstanceOfSatisfying(JMSException.class, refused -> assertThat(refused.getErrorCode())
                            .isEqualTo("RESTANTE-GROUP-LOCKED"));
            group.close();
            groups.setState("g", new byte[] {2});
            assertThat(groups.state("g")).contains(new byte[] {2});
            try (RestanteMessageGroup again = place().accept(session, name, "g")) {
                assertThat(again.state()).contains(new byte[] {2});
            }
        }
        groups.setState("g", null);
        assertThat(groups.state("g")).isEmpty();
        assertThat(all()).isEmpty();
    }

    @Test
    @DisplayName("GRP-08 the pages of the list contain each group exactly once, whatever its id is")
    void shouldTurnPages() throws JMSException {
        List<String> ids = List.of("x", "x ", "Y", "a'b", "\u00e4", "\ud83d\ude00", "\uffee");
        for (String id : ids) {
            groups.setState(id, new byte[] {1});
            for (int i = 0; i < 2; i++) {
                jakarta.jms.TextMessage message = sender.createTextMessage(id);
                message.setStringProperty("JMSXGroupID", id);
                producer.send(message);
            }
        }
        List<String> seen = new ArrayList<>();
        GroupPageRequest request = GroupPageRequest.first(2);
        GroupPage page;
        do {
            page = groups.list(request);
            assertThat(page.groups()).hasSizeBetween(1, 2).allMatch(group -> group.available() == 2);
            assertThat(page.complete()).isTrue();
            page.groups().forEach(group -> seen.add(group.id()));
            request = request.after(page.next());
        } while (page.next() != null);
        assertThat(seen).containsExactlyInAnyOrderElementsOf(ids);
    }

    @Test
    @DisplayName("GRP-08 a page reads messages up to its scan limit, and reports whether it read all messages")
    void shouldSayWhatItLeavesOut() throws JMSException {
        send("a1", "a2", "b1", "c1");
        GroupPage some = groups.list(GroupPageRequest.first(10).withScanLimit(3));
        assertThat(some.complete()).isFalse();
        assertThat(some.groups()).extracting(GroupDescription::id).containsExactly("a", "b");
        GroupPage exact = groups.list(GroupPageRequest.first(10).withScanLimit(4));
        assertThat(exact.complete()).isTrue();
        assertThat(groups.list(GroupPageRequest.first(10).withScanLimit(Integer.MAX_VALUE)))
                .isEqualTo(exact);
        assertThat(exact.groups()).extracting(GroupDescription::id).containsExactly("a", "b", "c");
    }

    @Test
    @DisplayName("GRP-08 invalid page sizes and scan limits are rejected")
    void shouldRefuse() {
        assertThatThrownBy(() -> GroupPageRequest.first(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> GroupPageRequest.first(1_001)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> GroupPageRequest.first(1).withScanLimit(0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
