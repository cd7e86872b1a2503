/* plugin - is loaded, run and unloaded; STEP tells the builds apart */
long plugin_work(long n);
long plugin_work(long n)
{
	volatile double s = 0;

	for (long i = 0; i < n; i++)
		s += STEP;
	return (long)s;
}
