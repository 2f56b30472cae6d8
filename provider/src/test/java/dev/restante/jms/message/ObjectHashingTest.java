package dev.restante.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.jms.message.object.ObjectInputFilterPolicy;
import dev.restante.model.StoredMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the cost of filling the hash tables of a received object. */
@SuppressWarnings("JdkObsolete") // applications can receive such classes
final class ObjectHashingTest {

    private static final ObjectInputFilterPolicy LISTED =
            ObjectInputFilterPolicy.allowing(List.of("dev.restante.jms.message.*"));

    /** Returns entries of a number and itself, which all have the hash code 0 and no order. */
    private static List<Object> collidingEntries() {
        return IntStream.range(0, 2_500)
                .<Object>mapToObj(number -> new AbstractMap.SimpleImmutableEntry<>(number, number))
                .toList();
    }

    /** Returns strings with equal hash codes, which consist of two pairs of letters with one hash code. */
    private static List<Object> collidingTexts() {
        return IntStream.range(0, 1 << 12)
                .<Object>mapToObj(number -> IntStream.range(0, 12)
                        .mapToObj(bit -> (number >> bit & 1) == 0 ? "Aa" : "BB")
                        .collect(Collectors.joining()))
                .toList();
    }

    private static <M extends Map<Object, Object>> M mapOf(M map, List<?> keys) {
        keys.forEach(key -> map.put(key, 1));
        return map;
    }

    private static Serializable immutableMapOf(List<?> keys) {
        @SuppressWarnings({"unchecked", "rawtypes"})
        Map.Entry<Object, Object>[] entries = new Map.Entry[keys.size()];
        Arrays.setAll(entries, index -> Map.entry(keys.get(index), index));
        return (Serializable) Map.ofEntries(entries);
    }

    private static PriorityQueue<String> queueOfLongTexts() {
        PriorityQueue<String> queue = new PriorityQueue<>(String.CASE_INSENSITIVE_ORDER);
        String text = "x".repeat(10_000);
        for (String end : new String[] {"a", "b"}) {
            queue.addAll(Collections.nCopies(1_000, text + end));
        }
        return queue;
    }

    static List<Serializable> collisions() {
        List<Object> entries = collidingEntries();
        List<Object> texts = collidingTexts();
        return List.of(
                new HashSet<>(entries),
                new LinkedHashSet<>(entries),
                mapOf(new HashMap<>(), entries),
                mapOf(new LinkedHashMap<>(), entries),
                mapOf(new Hashtable<>(), texts),
                mapOf(new Properties(), entries),
                mapOf(new ConcurrentHashMap<>(), entries),
                (Serializable) Set.of(texts.toArray()),
                immutableMapOf(texts),
                (Serializable) Collections.unmodifiableSet(new HashSet<>(entries)),
                new ArrayList<>(List.of(1, new HashMap<>(Map.of("inner", new HashSet<>(entries))))),
                queueOfLongTexts());
    }

    @ParameterizedTest
    @MethodSource("collisions")
    @DisplayName("EXC-10 tables with colliding keys, which take quadratic time to fill, are rejected")
    void shouldRefuseCollisions(Serializable bomb) throws JMSException {
        StoredMessage stored = MessageFixtures.store(new RestanteObjectMessage(bomb));

        assertThatThrownBy(() -> read(stored, ObjectInputFilterPolicy.jdkValuesOnly()))
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining("comparisons to fill");
    }

    record CountedKey(int number) implements Serializable {

        static final AtomicLong COMPARISONS = new AtomicLong();

        @Override
        public boolean equals(Object other) {
            COMPARISONS.incrementAndGet();
            return other instanceof CountedKey key && key.number == number;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    @Test
    @DisplayName("EXC-10 colliding keys are rejected before they are compared")
    void shouldNotCompareWhatItRefuses() throws JMSException {
        List<CountedKey> keys =
                IntStream.range(0, 2_000).mapToObj(CountedKey::new).toList();
        StoredMessage map = MessageFixtures.store(new RestanteObjectMessage(mapOf(new HashMap<>(), keys)));
        StoredMessage table = MessageFixtures.store(new RestanteObjectMessage(mapOf(new Hashtable<>(), keys)));
        StoredMessage set = MessageFixtures.store(new RestanteObjectMessage((Serializable) Set.of(keys.toArray())));
        CountedKey.COMPARISONS.set(0);

        for (StoredMessage bomb : List.of(map, table, set)) {
            assertThatThrownBy(() -> read(bomb, LISTED)).hasMessageContaining("comparisons to fill");
        }

        assertThat(CountedKey.COMPARISONS).hasValue(0);
    }

    /** Returns large keys that are hashed again each time they are put. */
    static List<Object> heavyKeys() {
        BitSet bits = new BitSet();
        bits.set(500_000);
        return List.of(
                new ArrayList<>(IntStream.range(0, 3_000).boxed().toList()),
                BigInteger.ONE.shiftLeft(500_000),
                bits,
                new ArrayList<>(List.of(bits)),
                new HashSet<>(IntStream.range(0, 3_000).boxed().toList()));
    }

    @ParameterizedTest
    @MethodSource("heavyKeys")
    @DisplayName("EXC-10 a forged map that repeats one large key is rejected")
    void shouldRefuseRepeatedKeys(Object key) throws Exception {
        byte[] forged = ForgedMap.bytes(key, 20_000);
        StoredMessage honest = MessageFixtures.store(new RestanteObjectMessage(1));

        assertThatThrownBy(() -> read(new StoredMessage(1, honest.header(), forged), LISTED))
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining("comparisons to fill");
    }

    /** Object that is written as a {@code HashMap} with one key several times. */
    @SuppressWarnings("UnusedVariable") // written by serialization
    private static final class ForgedMap implements Serializable {

        private final float loadFactor = 0.75f;
        private final int threshold = 1;
        private final transient Object key;
        private final transient int times;

        private ForgedMap(Object key, int times) {
            this.key = key;
            this.times = times;
        }

        static byte[] bytes(Object key, int times) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream output = new ObjectOutputStream(bytes) {
                @Override
                protected void writeClassDescriptor(ObjectStreamClass description) throws IOException {
                    super.writeClassDescriptor(
                            description.forClass() == ForgedMap.class
                                    ? ObjectStreamClass.lookup(HashMap.class)
                                    : description);
                }
            }) {
                output.writeObject(new ForgedMap(key, times));
            }
            return bytes.toByteArray();
        }

        private void writeObject(ObjectOutputStream output) throws IOException {
            output.defaultWriteObject();
            output.writeInt(16);
            output.writeInt(times);
            for (int time = 0; time < times; time++) {
                output.writeObject(key);
                output.writeObject(null);
            }
        }
    }

    @Test
    @DisplayName("EXC-10 unknown locales are limited, because the JVM would keep them in a table")
    void shouldLimitUnknownLocales() throws JMSException {
        ArrayList<Locale> locales = new ArrayList<>(List.of(Locale.getAvailableLocales()));
        locales.add(new Locale("de", "DE", "one"));
        StoredMessage some = MessageFixtures.store(new RestanteObjectMessage(locales));
        assertThat(read(some, ObjectInputFilterPolicy.jdkValuesOnly())).isEqualTo(locales);

        IntStream.range(0, 50).forEach(number -> locales.add(new Locale("de", "DE", "variant" + number)));
        StoredMessage many = MessageFixtures.store(new RestanteObjectMessage(locales));
        assertThatThrownBy(() -> read(many, ObjectInputFilterPolicy.jdkValuesOnly()))
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining("16 locales");
    }

    /**
     * Returns large tables of typical applications, also with keys that are not comparable and that collide a little.
     */
    static List<Serializable> ordinaryTables() {
        List<String> texts =
                IntStream.range(0, 100_000).mapToObj(number -> "key " + number).toList();
        List<Object> places = new ArrayList<>();
        for (int x = 0; x < 200; x++) {
            for (int y = 0; y < 200; y++) {
                places.add(new ArrayList<>(List.of(x, y)));
                places.add(new AbstractMap.SimpleEntry<>(x, y));
                places.add(new HashSet<>(List.of(x, y + 1_000)));
            }
        }
        List<LocalDate> dates = IntStream.range(0, 20_000)
                .mapToObj(day -> LocalDate.EPOCH.plusDays(day))
                .toList();
        Properties properties = new Properties();
        texts.forEach(text -> properties.setProperty(text, text));
        return List.of(
                mapOf(new HashMap<>(), texts),
                mapOf(new LinkedHashMap<>(), texts),
                new HashSet<>(texts),
                new LinkedHashSet<>(texts),
                new TreeSet<>(texts),
                mapOf(new Hashtable<>(), texts),
                mapOf(new ConcurrentHashMap<>(), texts),
                properties,
                (Serializable) Set.of(texts.toArray()),
                immutableMapOf(texts),
                (Serializable) texts,
                new HashSet<>(places),
                mapOf(new HashMap<>(), dates),
                new HashSet<>(IntStream.range(0, 100_000).boxed().toList()));
    }

    @ParameterizedTest
    @MethodSource("ordinaryTables")
    @DisplayName("BDY-08 ordinary large tables are accepted, and received with their classes")
    void shouldPassOrdinaryTables(Serializable table) throws JMSException {
        StoredMessage stored = MessageFixtures.store(new RestanteObjectMessage(table));

        Object received = read(stored, ObjectInputFilterPolicy.jdkValuesOnly());

        assertThat(received.equals(table)).isTrue();
        assertThat(received).hasSameClassAs(table);
    }

    @Test
    @DisplayName("BDY-08 received tables and queues keep their order, their property defaults and their nulls")
    void shouldKeepWhatTablesHaveBesides() throws JMSException {
        LinkedHashMap<String, Integer> byAccess = new LinkedHashMap<>(16, 0.75f, true);
        byAccess.put("b", 1);
        byAccess.put("a", null);
        byAccess.put(null, 3);
        byAccess.get("b");
        PriorityQueue<Integer> queue = new PriorityQueue<>(Collections.reverseOrder());
        queue.addAll(List.of(3, 1, 4, 1, 5, 9, 2, 6));
        Properties properties = new Properties(new Properties());
        properties.setProperty("own", "1");
        Properties defaults = new Properties();
        defaults.setProperty("inherited", "2");
        Properties inheriting = new Properties(defaults);
        inheriting.setProperty("own", "1");
        List<Integer> withNulls = Arrays.asList(1, null).stream().toList();

        LinkedHashMap<?, ?> receivedMap = (LinkedHashMap<?, ?>) pass(byAccess);
        assertThat(receivedMap.toString()).isEqualTo(byAccess.toString());
        receivedMap.get("a");
        assertThat(receivedMap.toString()).isEqualTo("{null=3, b=1, a=null}");
        PriorityQueue<?> receivedQueue = (PriorityQueue<?>) pass(queue);
        assertThat(receivedQueue.toArray()).isEqualTo(queue.toArray());
        assertThat(receivedQueue.peek()).isEqualTo(9);
        assertThat(((Properties) pass(inheriting)).getProperty("inherited")).isEqualTo("2");
        assertThat(pass((Serializable) withNulls)).isEqualTo(withNulls);
        assertThat(pass((Serializable) Map.of())).isEqualTo(Map.of());
    }

    /** Application class with a map that refers to a part, which refers back to the map. */
    static final class Whole implements Serializable {
        final HashMap<String, Object> parts = new HashMap<>();
    }

    static final class Part implements Serializable {
        final Map<String, Object> siblings;

        Part(Map<String, Object> siblings) {
            this.siblings = siblings;
        }
    }

    static final class OwnMap extends HashMap<String, Integer> {}

    @Test
    @DisplayName("BDY-08 listed classes can extend tables, and can refer to the tables that contain them")
    void shouldKeepIdentityOfTables() throws JMSException {
        Whole whole = new Whole();
        whole.parts.put("a", new Part(whole.parts));
        OwnMap own = new OwnMap();
        own.put("a", 1);

        Whole received = (Whole) read(MessageFixtures.store(new RestanteObjectMessage(whole)), LISTED);
        assertThat(((Part) received.parts.get("a")).siblings).isSameAs(received.parts);
        assertThat(read(MessageFixtures.store(new RestanteObjectMessage(own)), LISTED))
                .isEqualTo(own)
                .isInstanceOf(OwnMap.class);
        ArrayList<Object> mixed = new ArrayList<>(List.of(new HashMap<>(Map.of("b", 2)), own, new Hashtable<>()));
        assertThat(read(MessageFixtures.store(new RestanteObjectMessage(mixed)), LISTED))
                .isEqualTo(mixed);
    }

    @Test
    @DisplayName("EXC-10 tables that contain themselves are rejected")
    void shouldRefuseTablesInThemselves() throws JMSException {
        ConcurrentHashMap<Object, Object> table = new ConcurrentHashMap<>();
        table.put("itself", new Object[] {table});
        HashMap<Object, Object> map = new HashMap<>();
        map.put("itself", map);
        for (Serializable bomb : List.of(table, map)) {
            StoredMessage stored = MessageFixtures.store(new RestanteObjectMessage(bomb));
            assertThatThrownBy(() -> read(stored, ObjectInputFilterPolicy.jdkValuesOnly()))
                    .isInstanceOf(MessageFormatException.class)
                    .hasMessageContaining("contain themselves");
        }
    }

    private static Object pass(Serializable object) throws JMSException {
        return read(MessageFixtures.store(new RestanteObjectMessage(object)), ObjectInputFilterPolicy.jdkValuesOnly());
    }

    private static Object read(StoredMessage stored, ObjectInputFilterPolicy policy) throws JMSException {
        RestanteMessage received = ReceivedMessageFactory.create(
                stored, MessageFixtures.metadata(1, null), policy, Acknowledger.NONE, MessageFixtures::largeBody);
        return ((RestanteObjectMessage) received).getObject();
    }
}
