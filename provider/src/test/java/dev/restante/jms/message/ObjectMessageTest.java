package dev.restante.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.jms.message.object.ObjectInputFilterPolicy;
import dev.restante.model.StoredMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import java.io.ObjectInputFilter;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectMessageTest {

    record Order(String id) implements Serializable {}

    enum Colour {
        RED
    }

    interface Text extends Comparator<String>, Serializable {}

    @SuppressWarnings("JavaUtilDate")
    static List<Serializable> jdkValues() {
        return List.of(
                "text",
                1,
                2L,
                (byte) 3,
                'c',
                1.5d,
                true,
                new BigDecimal("1.50"),
                BigInteger.TEN,
                Instant.EPOCH,
                Duration.ofDays(1),
                ZonedDateTime.parse("2026-11-21T00:00:00+01:00[Europe/Berlin]"),
                DayOfWeek.FRIDAY,
                new UUID(1, 2),
                new Date(3),
                Locale.GERMANY,
                Currency.getInstance("EUR"),
                URI.create("urn:x"),
                new ArrayList<>(List.of(1, "a")),
                (Serializable) List.of(1, 2, 3),
                (Serializable) Map.of("a", 1),
                (Serializable) Set.of(),
                (Serializable) Arrays.asList("a", "b"),
                (Serializable) Collections.unmodifiableMap(new HashMap<>(Map.of(1, List.of("x")))),
                (Serializable) Collections.emptyList(),
                new HashSet<>(List.of(1)),
                new TreeMap<String, Integer>(Comparator.reverseOrder()),
                new TreeMap<>(String.CASE_INSENSITIVE_ORDER),
                new EnumMap<>(Map.of(DayOfWeek.MONDAY, 1)),
                EnumSet.of(DayOfWeek.MONDAY),
                new Properties(),
                new ConcurrentHashMap<>(Map.of("a", 1)),
                BitSet.valueOf(new long[] {5}),
                new int[] {1, 2},
                new byte[100_000],
                new String[][] {{"a"}, {}},
                new Object[] {1, "a", null});
    }

    @ParameterizedTest
    @MethodSource("jdkValues")
    @DisplayName("BDY-08 JDK values are accepted without a list entry")
    void shouldPassJdkValues(Serializable value) throws JMSException {
        Object received =
                MessageFixtures.sendAndReceive(new RestanteObjectMessage(value)).getObject();

        assertThat(received).isEqualTo(value);
    }

    @Test
    @DisplayName("BDY-08 the message keeps the object as it was when set, and each getObject returns a new copy")
    void shouldSnapshotAtSetObject() throws JMSException {
        ArrayList<String> object = new ArrayList<>(List.of("a"));
        RestanteObjectMessage message = new RestanteObjectMessage(object);
        object.add("b");
        RestanteObjectMessage received = MessageFixtures.sendAndReceive(message);

        assertThat(message.getObject()).isEqualTo(List.of("a")).isNotSameAs(message.getObject());
        assertThat(received.getObject()).isEqualTo(List.of("a")).isNotSameAs(received.getObject());
    }

    @Test
    @DisplayName("BDY-02 BDY-03 a received object message is read-only; after clearing, it is empty and writable")
    void shouldBeReadOnlyWhenReceived() throws JMSException {
        RestanteObjectMessage received = MessageFixtures.sendAndReceive(new RestanteObjectMessage("a"));
        assertThatThrownBy(() -> received.setObject("b")).isInstanceOf(MessageNotWriteableException.class);

        received.clearBody();

        assertThat(received.getObject()).isNull();
        received.setObject(new Order("set here, so trusted"));
        assertThat(received.getObject()).isEqualTo(new Order("set here, so trusted"));
    }

    @Test
    @DisplayName("BDY-09 an object that cannot be serialized is rejected when set, and damaged bytes when read")
    void shouldRefuseWhatCannotBeSerialised() throws JMSException {
        ArrayList<Object> unserialisable = new ArrayList<>(List.of(new Object()));
        RestanteObjectMessage message = new RestanteObjectMessage();
        assertThatThrownBy(() -> message.setObject(unserialisable))
                .isInstanceOf(MessageFormatException.class)
                .hasCauseInstanceOf(java.io.NotSerializableException.class);
        assertThatThrownBy(() -> new RestanteObjectMessage(unserialisable)).isInstanceOf(MessageFormatException.class);

        StoredMessage stored = MessageFixtures.store(new RestanteObjectMessage("a"));
        StoredMessage damaged = new StoredMessage(1, stored.header(), new byte[] {1, 2, 3});
        RestanteObjectMessage received =
                (RestanteObjectMessage) MessageFixtures.receive(damaged, MessageFixtures.metadata(1, null));
        assertThatThrownBy(received::getObject).isInstanceOf(MessageFormatException.class);
    }

    @Test
    @DisplayName("EXC-10 a class that is not listed is rejected with an error that names the class and the option")
    void shouldNameRefusedClass() throws JMSException {
        for (Serializable object : new Serializable[] {
            new Order("1"),
            new Order[0],
            new ArrayList<>(List.of(new Order("1"))),
            Colour.RED,
            new EnumMap<>(Map.of(Colour.RED, 1))
        }) {
            RestanteObjectMessage received = MessageFixtures.sendAndReceive(new RestanteObjectMessage(object));
            assertThatThrownBy(received::getObject)
                    .isInstanceOf(MessageFormatException.class)
                    .hasMessageContaining("ObjectMessageTest$")
                    .hasMessageContaining("objectMessageAllowList");
        }
    }

    @Test
    @DisplayName("EXC-10 lambdas, proxies and URLs are rejected by default, and accepted if all classes are allowed")
    void shouldRefuseLambdasAndProxies() throws Exception {
        Comparator<String> lambda = (Comparator<String> & Serializable) String::compareTo;
        Object proxy = Proxy.newProxyInstance(
                Text.class.getClassLoader(), new Class<?>[] {Text.class}, new SerializableHandler());
        for (Object object :
                new Object[] {lambda, proxy, URI.create("http://localhost/").toURL()}) {
            StoredMessage stored = MessageFixtures.store(new RestanteObjectMessage((Serializable) object));
            assertThatThrownBy(() -> read(stored, ObjectInputFilterPolicy.jdkValuesOnly()))
                    .isInstanceOf(MessageFormatException.class)
                    .hasMessageContaining("may not be deserialized");
            assertThat(read(stored, ObjectInputFilterPolicy.allowAll())).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.restante.jms.message.ObjectMessageTest$Order",
                "dev.restante.jms.message.*",
                "dev.restante.**",
                " dev.restante.jms.** "
            })
    @DisplayName("BDY-08 an allow list accepts classes, packages and package trees")
    void shouldAdmitListedClasses(String pattern) throws JMSException {
        StoredMessage stored = MessageFixtures.store(new RestanteObjectMessage(new Order("1")));

        assertThat(read(stored, ObjectInputFilterPolicy.allowing(List.of("com.acme.X", pattern))))
                .isEqualTo(new Order("1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dev.restante.jms.*",
                "dev.restante.jms.message.ObjectMessageTest",
                "dev.rest.**",
                "dev.restante.jms.mess.*",
                "com.acme.**"
            })
    @DisplayName("EXC-10 an allow list accepts nothing besides its entries")
    void shouldRefuseUnlistedClasses(String pattern) throws JMSException {
        StoredMessage stored = MessageFixtures.store(new RestanteObjectMessage(new Order("1")));

        assertThatThrownBy(() -> read(stored, ObjectInputFilterPolicy.allowing(List.of(pattern))))
                .isInstanceOf(MessageFormatException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*", "**", "!com.acme.X", "com..x", "com.acme.*.X", "com.acme*", "a b"})
    void shouldRefuseMalformedPatterns(String pattern) {
        assertThatThrownBy(() -> ObjectInputFilterPolicy.allowing(List.of(pattern)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("objectMessageAllowList");
    }

    @Test
    @DisplayName("EXC-10 graphs that are nested too deep or claim arrays larger than the message are rejected")
    void shouldLimitGraphs() throws JMSException {
        ArrayList<Object> nested = new ArrayList<>();
        for (int depth = 0; depth < 100; depth++) {
            nested = new ArrayList<>(List.of(nested));
        }
        StoredMessage deep = MessageFixtures.store(new RestanteObjectMessage(nested));
        assertThatThrownBy(() -> read(deep, ObjectInputFilterPolicy.jdkValuesOnly()))
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining("nested deeper than 32");
        assertThat(read(deep, ObjectInputFilterPolicy.allowAll())).isEqualTo(nested);

        StoredMessage small = MessageFixtures.store(new RestanteObjectMessage(new long[0]));
        byte[] claiming = small.body().clone();
        claiming[claiming.length - 4] = 0x7F;
        StoredMessage bomb = new StoredMessage(1, small.header(), claiming);
        assertThatThrownBy(() -> read(bomb, ObjectInputFilterPolicy.jdkValuesOnly()))
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining("an array of 2130706432 elements");
    }

    /** Class that only the JVM filter in {@link #shouldRespectFilterOfTheJvm} rejects. */
    record RefusedByJvm(String id) implements Serializable {}

    @Test
    @DisplayName(
            "EXC-10 a class that the filter of the JVM rejects is rejected even if it is listed or all are allowed")
    void shouldRespectFilterOfTheJvm() throws JMSException {
        // A JVM accepts its filter only once, so the filter rejects no other class, and a second run keeps the filter.
        if (ObjectInputFilter.Config.getSerialFilter() == null) {
            ObjectInputFilter.Config.setSerialFilter(ObjectInputFilter.rejectFilter(
                    type -> type == RefusedByJvm.class, ObjectInputFilter.Status.UNDECIDED));
        }
        StoredMessage stored = MessageFixtures.store(new RestanteObjectMessage(new RefusedByJvm("1")));

        assertThatThrownBy(() -> read(stored, ObjectInputFilterPolicy.allowing(List.of("dev.restante.**"))))
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining("RefusedByJvm")
                .hasMessageContaining("jdk.serialFilter");
        assertThatThrownBy(() -> read(stored, ObjectInputFilterPolicy.allowAll()))
                .isInstanceOf(MessageFormatException.class);
    }

    /** Returns graphs whose hash codes take twice as long with each level. */
    static List<Serializable> hashBombs() {
        HashSet<Object> sets = new HashSet<>();
        ArrayList<Object> lists = new ArrayList<>();
        Map.Entry<Object, Object> entries = new AbstractMap.SimpleEntry<>(1, 2);
        HashMap<Object, Object> maps = new HashMap<>();
        for (int level = 0; level < 15; level++) {
            sets = new HashSet<>(List.of(new ArrayList<>(List.of(sets, 1)), new ArrayList<>(List.of(sets, 2))));
            lists = new ArrayList<>(List.of(lists, lists));
            entries = new AbstractMap.SimpleEntry<>(entries, entries);
            maps = new HashMap<>(Map.of(maps, maps));
        }
        return List.of(sets, new HashSet<>(List.of(lists)), new HashSet<>(List.of(entries)), maps, (Serializable)
                Set.of(lists));
    }

    @ParameterizedTest
    @MethodSource("hashBombs")
    @DisplayName("EXC-10 small messages whose collections take very long to hash are rejected before they are hashed")
    void shouldRefuseHashBombs(Serializable bomb) throws JMSException {
        StoredMessage stored = MessageFixtures.store(new RestanteObjectMessage(bomb));

        assertThat(stored.body()).hasSizeLessThan(2_000);
        assertThatThrownBy(() -> read(stored, ObjectInputFilterPolicy.jdkValuesOnly()))
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining("counted each time they are reached");
        assertThat(read(stored, ObjectInputFilterPolicy.allowAll())).isNotNull();
    }

    @Test
    @DisplayName("EXC-10 collections that only claim to have elements are rejected")
    void shouldRefuseRepetitions() throws JMSException {
        Serializable copies = (Serializable) Collections.nCopies(Integer.MAX_VALUE, "a");
        StoredMessage stored = MessageFixtures.store(new RestanteObjectMessage(copies));

        assertThatThrownBy(() -> read(stored, ObjectInputFilterPolicy.jdkValuesOnly()))
                .isInstanceOf(MessageFormatException.class);
    }

    @Test
    @DisplayName("BDY-08 large, nested and shared collections are accepted if the message size makes them plausible")
    void shouldPassLargeCollections() throws JMSException {
        HashMap<String, Object> tree = new HashMap<>(Map.of("leaf", 1));
        for (int level = 0; level < 25; level++) {
            tree = new HashMap<>(Map.of("inner", tree, "set", new HashSet<>(List.of(level))));
        }
        HashMap<Integer, List<Integer>> wide = new HashMap<>();
        HashSet<Object> empty = new HashSet<>();
        List<Integer> shared = new ArrayList<>(List.of(1, 2, 3, 4, 5));
        ArrayList<Object> many = new ArrayList<>();
        for (int index = 0; index < 20_000; index++) {
            wide.put(index, new ArrayList<>(List.of(index)));
            many.add(index % 2 == 0 ? new HashSet<>(empty) : shared);
            many.add(new HashMap<>(Map.of(1, shared)));
        }
        for (Serializable object : List.of(tree, wide, many)) {
            StoredMessage stored = MessageFixtures.store(new RestanteObjectMessage(object));
            assertThat(read(stored, ObjectInputFilterPolicy.jdkValuesOnly())).isEqualTo(object);
        }
    }

    @Test
    @DisplayName("EXC-10 arrays with claimed lengths that are plausible alone but not together are rejected")
    void shouldLimitSumOfArrays() throws JMSException {
        int claimed = 12_000;
        HashMap<String, Object> nested = new HashMap<>(Map.of("padding", new byte[10_000]));
        for (int level = 1; level < 10; level++) {
            nested = new HashMap<>(Map.of("inner", nested));
        }
        StoredMessage stored = MessageFixtures.store(new RestanteObjectMessage(nested));
        // Each map claims more entries than it has, and allocates a table for them before it reads the first entry.
        byte[] claiming = stored.body().clone();
        int found = 0;
        for (int index = 0; index + 10 <= claiming.length; index++) {
            boolean sizeOfMap = claiming[index] == 0x77
                    && claiming[index + 1] == 8
                    && claiming[index + 6] == 0
                    && claiming[index + 7] == 0
                    && claiming[index + 8] == 0
                    && claiming[index + 9] == 1;
            if (sizeOfMap) {
                claiming[index + 8] = (byte) (claimed >> 8);
                claiming[index + 9] = (byte) claimed;
                found++;
            }
        }
        assertThat(found).isEqualTo(10);
        StoredMessage bomb = new StoredMessage(1, stored.header(), claiming);
        assertThatThrownBy(() -> read(bomb, ObjectInputFilterPolicy.jdkValuesOnly()))
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining("has arrays of");
    }

    private static Object read(StoredMessage stored, ObjectInputFilterPolicy policy) throws JMSException {
        RestanteMessage received = ReceivedMessageFactory.create(
                stored, MessageFixtures.metadata(1, null), policy, Acknowledger.NONE, MessageFixtures::largeBody);
        return ((RestanteObjectMessage) received).getObject();
    }

    private static final class SerializableHandler implements java.lang.reflect.InvocationHandler, Serializable {
        @Override
        public Object invoke(Object proxy, java.lang.reflect.Method method, Object[] arguments) {
            return null;
        }
    }
}
