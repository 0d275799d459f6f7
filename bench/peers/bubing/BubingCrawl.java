import it.unimi.di.law.bubing.Agent;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;

/**
 * Runs one BUbiNG agent until it has stored a number of pages or its time is over, then stops it in
 * the ordinary way, so that its store is complete. Prints how many pages it had stored by then, and
 * after how many seconds, counted from the start of the JVM.
 *
 * <p>New URLs come out of BUbiNG's sieve when it is full or every ten seconds, which suits a crawl of
 * days. Here it is flushed twice a second, through JMX as its users can, or it would mostly wait.
 *
 * <p>Arguments: pages, seconds, then those of BUbiNG's Agent.
 */
public final class BubingCrawl {
    private static final int LOOK_EVERY_MILLIS = 50;
    private static final int LOOKS_PER_FLUSH = 10;

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final ObjectName agent;

    private BubingCrawl(ObjectName agent) {
        this.agent = agent;
    }

    public static void main(String[] arguments) throws Exception {
        long pages = Long.parseLong(arguments[0]);
        long seconds = Long.parseLong(arguments[1]);
        // The agent wants to know the port of its JMX connector. Nothing connects from outside.
        System.setProperty(Agent.JMX_REMOTE_PORT_SYSTEM_PROPERTY, "9999");
        Thread watch = new Thread(() -> watch(pages, seconds), "watch");
        watch.setDaemon(true);
        watch.start();
        Agent.main(Arrays.copyOfRange(arguments, 2, arguments.length));
    }

    private static void watch(long pages, long seconds) {
        try {
            ObjectName name = new ObjectName("it.unimi.di.law.bubing:type=Agent,*");
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            while (server.queryNames(name, null).isEmpty()) Thread.sleep(LOOK_EVERY_MILLIS);
            new BubingCrawl(server.queryNames(name, null).iterator().next()).run(pages, seconds);
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    private void run(long pages, long seconds) throws Exception {
        long stored = 0;
        for (int looks = 1; stored < pages && seconds() < seconds; looks++) {
            Thread.sleep(LOOK_EVERY_MILLIS);
            stored = stored();
            if (stored >= 0 && looks % LOOKS_PER_FLUSH == 0) call("flush");
        }
        System.out.println(
                String.format(Locale.ROOT, "stored %d pages in %.2f s", stored, seconds()));
        call("stop");
    }

    /** How many pages the agent has stored; negative while it has no frontier yet. */
    private long stored() throws JMException {
        try {
            return (Long) server.getAttribute(agent, "storeSize");
        } catch (RuntimeMBeanException e) {
            return -1;
        }
    }

    private void call(String operation) throws JMException {
        server.invoke(agent, operation, new Object[0], new String[0]);
    }

    private static double seconds() {
        long start = ManagementFactory.getRuntimeMXBean().getStartTime();
        return (System.currentTimeMillis() - start) / 1000.0;
    }
}
